//--blockDim=64 --gridDim=1
// both threads of a pair compare and write, without a barrier between
// expect: race

__global__ void step(int *v) {
  int i = threadIdx.x;
  for (int j = 32; j > 0; j >>= 1) {
    int a = v[i], b = v[i ^ j];
    __syncthreads();
    v[i] = (i & j) == 0 ? min(a, b) : max(a, b);
  }
}
