//--local_size=64 --num_groups=1
// a reduction of the group is no fence
// expect: race at line 8, 10

__kernel void sum(__global const int *in, __global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = in[t];
  int all = work_group_reduce_add(in[t]);
  out[t] = s[63 - t] + all;
}
