//--blockDim=64 --gridDim=8
// rounds of a stencil meet at a barrier of the block only; a run needs more elements than threads
// expect: confirmed race

__global__ void smooth(int *a, int *b, int n, int steps) {
  int *from = a, *to = b;
  for (int s = 0; s < steps; ++s) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1; i += gridDim.x * blockDim.x)
      to[i] = from[i - 1] + from[i + 1];
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
}
