//--local_size=16 --num_groups=32
// a test of bounds that returns, then a loop, then the barrier: the loop is of the first half
// expect: divergence at line 14
// expect-repair: repaired; split-branch 1 block at line 14
__kernel void blur(__global const float *src, __global float *dst, const int width) {
  __local float row[22];
  const int lane = get_local_id(0);
  const int x = get_global_id(0);

  if (x >= width)
    return;
  for (int i = lane; i < 22; i += 16)
    row[i] = src[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  dst[x] = row[lane + 3] + row[lane];
}
