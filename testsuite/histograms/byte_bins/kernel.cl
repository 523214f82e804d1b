//--local_size=64 --num_groups=4
// byte-sized bins, one row a thread
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__kernel void histogram(__global const uchar *data, __global uint *bins) {
  __local uchar s[64 * 32];
  uint t = get_local_id(0);
  for (uint b = 0; b < 32; ++b)
    s[t * 32 + b] = 0;
  for (uint i = 0; i < 100; ++i)
    s[t * 32 + (data[get_global_id(0) * 100 + i] >> 3)]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32) {
    uint sum = 0;
    for (uint k = 0; k < 64; ++k)
      sum += s[k * 32 + t];
    bins[get_group_id(0) * 32 + t] = sum;
  }
}
