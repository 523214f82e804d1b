//--blockDim=128 --gridDim=4
// rows that change places in each round, of which only each block awaits the end
// expect: race

struct Rod {
  float *u[2];
  int n, rounds;
};

__global__ void relax(Rod rod) {
  __requires(rod.n <= 1 << 20);
  int stride = gridDim.x * blockDim.x;
  for (int s = 0; s < rod.rounds; ++s) {
    const float *from = rod.u[s & 1];
    float *to = rod.u[(s + 1) & 1];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rod.n; i += stride)
      to[i] = i > 0 ? from[i - 1] : 0;
    __syncthreads();
  }
}
