//--local_size=64 --num_groups=8
// statistics of a channel by one group; the buffer is reused without a barrier
// expect: race at line 14, 16
// expect-repair: repaired; add block; cost 4 -> 5

__kernel void batchNorm(__global float *x) {
  __local float s[64];
  int t = get_local_id(0), i = get_global_id(0);
  s[t] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32)
    s[t] += s[t + 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  float mean = (s[0] + s[1]) / 2;
  float d = x[i] - mean;
  s[t] = d * d;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32)
    s[t] += s[t + 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = d * rsqrt(s[0] + s[1]);
}
