//--local_size=64 --num_groups=4
// expect: verified
// All work-items of a sub-group get one sum, whatever the order of its additions, and may all store it.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void sub_group_reduce_floats(__global float *out, __global const float *in) {
  __local float part[32];
  float s = sub_group_reduce_add(in[get_global_id(0)]);
  part[get_sub_group_id()] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = part[0];
}
