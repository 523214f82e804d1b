//--local_size=1 --num_groups=8
// the store that frees the lock does not release
// expect: race at line 8

__kernel void count(__global atomic_int *lock, __global int *counter) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) != 0) {
  }
  counter[0] = counter[0] + 1;
  atomic_store_explicit(lock, 0, memory_order_relaxed, memory_scope_device);
}
