//--local_size=64 --num_groups=1
// the barrier of the sub-group orders local memory, the exchange is over global memory
// expect: race at line 9, 11

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void swap(__global int *v, __global int *out) {
  int t = get_local_id(0);
  v[t] = t;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = v[t ^ 1];
}
