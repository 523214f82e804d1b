//--blockDim=64 --gridDim=4
// the element that is read is another one, to which nothing gives a first value: it may be any
// expect: race
// stages: verify

__global__ void append(const int *in, int *out) {
  __shared__ int counts[2];
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0) counts[0] = 0;
  __syncthreads();
  if (v > 0) atomicAdd(&counts[0], 1);
  __syncthreads();
  int filled = counts[1];
  if (filled > 64) out[0] = blockIdx.x;
}
