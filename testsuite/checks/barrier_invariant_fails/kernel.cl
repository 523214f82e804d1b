//--local_size=64 --num_groups=1
// a barrier invariant that does not hold
// expect: barrier-invariant

__kernel void permutation(__global int *out) {
  __local int s[64];
  int l = get_local_id(0);
  s[l] = 63 - l;
  __barrier_invariant_1(s[get_local_id(0)] == 62 - get_local_id(0), l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = s[l];
}
