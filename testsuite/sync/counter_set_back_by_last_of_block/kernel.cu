//--blockDim=64 --gridDim=8
// expect: verified
// as counter_set_back_by_last, in shared memory
// stages: verify

__global__ void order(unsigned *out) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  unsigned turn = atomicAdd(&count, 1u);
  out[blockIdx.x * blockDim.x + turn] = threadIdx.x;
  if (turn == blockDim.x - 1) count = 0;
}
