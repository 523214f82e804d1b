//--local_size=64 --num_groups=1
// half of the group never comes to the vote
// expect: divergence at line 8

__kernel void vote(__global int *v) {
  int t = get_local_id(0), x = 0;
  if (t < 32)
    x = work_group_any(v[t]);
  v[t] = x;
}
