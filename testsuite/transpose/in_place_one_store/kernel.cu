//--blockDim=[16,16] --gridDim=[4,4]
// in place, load and store in one statement
// expect: race at line 10
// expect-repair: repaired; add grid; cost 0 -> 13

#define N 64

__global__ void transpose(float *m) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  m[x * N + y] = m[y * N + x];
}
