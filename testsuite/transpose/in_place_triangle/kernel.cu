//--blockDim=[16,16] --gridDim=[4,4]
// in place: each pair is swapped by the thread above the diagonal
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

#define N 64

__global__ void transpose(float *m) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x > y) {
    float v = m[y * N + x];
    m[y * N + x] = m[x * N + y];
    m[x * N + y] = v;
  }
}
