//--blockDim=[8,8] --gridDim=[4,4]
// the same step, but row and column k are left alone
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

#define N 32

__global__ void step(int *dist, int k) {
  __requires(k >= 0 && k < N);
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i != k && j != k) {
    int through = dist[i * N + k] + dist[k * N + j];
    if (through < dist[i * N + j])
      dist[i * N + j] = through;
  }
}
