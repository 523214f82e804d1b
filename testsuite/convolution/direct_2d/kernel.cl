//--local_size=[8,8] --num_groups=[4,4]
// two-dimensional with a filter in constant memory, no tile
// expect: verified
// expect-repair: unchanged

__kernel void convolve(__global const float *in, __constant float *filter, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      sum += filter[i * 5 + j] * in[(y + i) * (w + 4) + x + j];
  out[y * w + x] = sum;
}
