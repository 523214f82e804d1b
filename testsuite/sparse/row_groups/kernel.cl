//--local_size=[16,4] --num_groups=8
// sixteen work-items a row in a two-dimensional group, tree inside the row
// expect: verified
// expect-repair: unchanged; cost 10 -> 10

__kernel void spmv(__global const int *start, __global const float *value, __global float *y) {
  __local float s[4][16];
  int x = get_local_id(0), r = get_local_id(1);
  int row = get_group_id(0) * 4 + r;
  float sum = 0;
  for (int k = start[row] + x; k < start[row + 1]; k += 16)
    sum += value[k];
  s[r][x] = sum;
  for (int d = 8; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < d)
      s[r][x] += s[r][x + d];
  }
  if (x == 0)
    y[row] = s[r][0];
}
