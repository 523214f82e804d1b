//--local_size=1 --num_groups=2
// a release store and an acquire load, without any fence
// expect: verified

__kernel void hand_over(__global int *data, __global atomic_int *flag, __global int *out) {
  if (get_group_id(0) == 0) {
    data[0] = 5;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    out[0] = data[0];
  }
}
