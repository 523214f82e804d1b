//--local_size=64 --num_groups=4
// ELL format, column-major
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__kernel void spmv(__global const int *column, __global const float *value,
                   __global const float *x, __global float *y, int width) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = column[k * 256 + row];
    if (c >= 0)
      sum += value[k * 256 + row] * x[c];
  }
  y[row] = sum;
}
