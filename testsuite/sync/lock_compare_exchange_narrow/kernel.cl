//--local_size=64 --num_groups=8
// the groups share the locks
// expect: confirmed race

__kernel void add(__global atomic_int *lock, __global int *v, __global const int *index) {
  int b = index[get_global_id(0)] & 31;
  bool done = false;
  while (!done) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(&lock[b], &expected, 1, memory_order_acquire,
                                                memory_order_relaxed, memory_scope_work_group)) {
      v[2 * b] += 1;
      v[2 * b + 1] = v[2 * b] * 3;
      atomic_store_explicit(&lock[b], 0, memory_order_release, memory_scope_work_group);
      done = true;
    }
  }
}
