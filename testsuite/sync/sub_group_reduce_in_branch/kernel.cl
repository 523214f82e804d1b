//--local_size=64 --num_groups=1
// half of the sub-group does not take part
// expect: divergence at line 10

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void sum(__global int *v) {
  int x = v[get_local_id(0)];
  if (get_local_id(0) % 2)
    x = sub_group_reduce_add(x);
  v[get_local_id(0)] = x;
}
