//--local_size=1 --num_groups=2
// of a scope that does not include the other group
// expect: confirmed race at line 7, 10; confirmed race at line 8, 9

__kernel void hand_over(__global int *data, __global atomic_int *flag, __global int *out) {
  if (get_group_id(0) == 0) {
    data[0] = 5;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) < 2) {
    out[0] = data[0];
  }
}
