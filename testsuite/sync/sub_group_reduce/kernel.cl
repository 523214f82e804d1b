//--local_size=64 --num_groups=2
// one work-item of each sub-group writes the sum
// expect: verified

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void sum(__global const int *in, __global int *out) {
  int all = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0)
    out[get_group_id(0) * get_num_sub_groups() + get_sub_group_id()] = all;
}
