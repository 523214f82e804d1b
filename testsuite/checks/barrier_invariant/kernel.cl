//--local_size=64 --num_groups=1
// a fact about the contents that is kept over the barrier
// expect: verified

__kernel void permutation(__global int *out) {
  __local int s[64];
  int l = get_local_id(0);
  s[l] = 63 - l;
  __barrier_invariant_1(s[get_local_id(0)] == 63 - get_local_id(0), l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[s[l]] = l;
}
