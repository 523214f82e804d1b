//--local_size=64 --num_groups=1
// the partner is in the other sub-group
// expect: race at line 10, 12

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void swap(__global const int *in, __global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = in[t];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[63 - t];
}
