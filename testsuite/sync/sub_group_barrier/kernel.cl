//--local_size=64 --num_groups=2
// lanes of a sub-group exchange through local memory
// expect: verified

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void swap(__global const int *in, __global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[t ^ 1];
}
