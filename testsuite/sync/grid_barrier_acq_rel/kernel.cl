//--local_size=64 --num_groups=4
// an atomic operation that acquires and releases, no fences
// expect: verified

__kernel void rounds(__global int *a, __global int *b, __global atomic_uint *arrived, int steps) {
  int i = get_global_id(0);
  for (int s = 0; s < steps; ++s) {
    __global int *from = s & 1 ? b : a;
    __global int *to = s & 1 ? a : b;
    to[i] = from[(i + 77) % 256];
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device);
      while (atomic_load_explicit(arrived, memory_order_acquire, memory_scope_device) <
             (s + 1) * get_num_groups(0)) {
      }
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
