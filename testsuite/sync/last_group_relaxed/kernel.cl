//--local_size=1 --num_groups=8
// the count does not release
// expect: race at line 7, 12

__kernel void sum(__global const int *in, __global int *part, __global atomic_uint *done,
                  __global int *out) {
  part[get_group_id(0)] = in[get_group_id(0)];
  if (atomic_fetch_add_explicit(done, 1, memory_order_acquire, memory_scope_device) ==
      get_num_groups(0) - 1) {
    int all = 0;
    for (int g = 0; g < get_num_groups(0); ++g)
      all += part[g];
    out[0] = all;
  }
}
