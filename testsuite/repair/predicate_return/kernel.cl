//--local_size=64 --num_groups=4
// work-items that returned never come to the barrier
// expect: divergence at line 11
// expect-repair: repaired; split-branch 1 block at line 11

__kernel void late(__global int *v, __global int *w, int n) {
  __local int s[64];
  int g = get_global_id(0), t = get_local_id(0);
  if (g >= n) return;
  s[t] = v[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  w[g] = s[63 - t];
}
