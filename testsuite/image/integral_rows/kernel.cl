//--local_size=64 --num_groups=16
// row sums of an integral image, written as image data
// expect: verified
// expect-repair: unchanged

__kernel void rows(__global const uchar *in, __global uint *out, int width) {
  int row = get_group_id(0);
  __local uint s[64];
  int t = get_local_id(0);
  s[t] = in[row * 64 + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int k = 0; k <= t; ++k)
    sum += s[k];
  out[row * 64 + t] = sum;
}
