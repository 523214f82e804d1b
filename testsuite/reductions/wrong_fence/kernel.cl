//--local_size=64 --num_groups=16
// the barrier in the loop fences global memory only
// expect: race at line 11

__kernel void sum(__global const int *in, __global int *out, __local int *s) {
  uint t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = get_local_size(0) / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
