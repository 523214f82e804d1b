//--local_size=1 --num_groups=2
// relaxed operations alone hand nothing over
// expect: race at line 8, 13
// expect-repair: fence device before line 9; fence device before line 13

__kernel void pass(__global int *data, volatile __global atomic_int *flag, __global int *out) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else {
    while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) != 1) {
    }
    *out = *data;
  }
}
