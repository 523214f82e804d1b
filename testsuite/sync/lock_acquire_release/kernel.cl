//--local_size=1 --num_groups=8
// the operations order by themselves
// expect: verified

__kernel void count(__global atomic_int *lock, __global int *counter) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) != 0) {
  }
  counter[0] = counter[0] + 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
