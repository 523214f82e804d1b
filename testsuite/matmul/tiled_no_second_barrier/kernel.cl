//--local_size=[8,8] --num_groups=[4,4]
// the next tiles overwrite those in use
// expect: race
// expect-repair: repaired; add block; cost 10 -> 20

#define T 8
#define N 32

__kernel void matmul(__global const float *a, __global const float *b, __global float *c) {
  __local float as[T][T], bs[T][T];
  int x = get_local_id(0), y = get_local_id(1);
  int row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (int m = 0; m < N / T; ++m) {
    as[y][x] = a[row * N + m * T + x];
    bs[y][x] = b[(m * T + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; ++k)
      sum += as[y][k] * bs[k][x];
  }
  c[row * N + col] = sum;
}
