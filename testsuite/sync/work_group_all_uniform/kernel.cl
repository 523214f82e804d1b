//--local_size=64 --num_groups=1
// all get the same answer, so that all or none come to the barrier
// expect: verified

__kernel void vote(__global int *v) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = v[t];
  if (work_group_all(v[t] > 0)) {
    barrier(CLK_LOCAL_MEM_FENCE);
    v[t] = s[63 - t];
  }
}
