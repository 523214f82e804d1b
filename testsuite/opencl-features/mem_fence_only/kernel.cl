//--local_size=64 --num_groups=4
// a memory fence is no barrier
// expect: race at line 9, 11
// expect-repair: repaired; add block; cost 0 -> 1

__kernel void exchange(__global int *v) {
  __local int s[64];
  int i = get_global_id(0), l = get_local_id(0);
  s[l] = v[i];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  v[i] = s[l ^ 1];
}
