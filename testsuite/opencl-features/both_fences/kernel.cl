//--local_size=64 --num_groups=4
// both fences in one barrier
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__kernel void exchange(__global int *v) {
  __local int s[64];
  int i = get_global_id(0), l = get_local_id(0);
  s[l] = v[i ^ 2];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  v[i] = s[l ^ 1];
}
