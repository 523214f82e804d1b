//--blockDim=64 --gridDim=4
// in shared memory block scope is as good as any; atomics of the device add up the blocks
// expect: verified

__global__ void count(int *total, const int *data) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicMax_block(&sum, data[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax_system(total, sum);
}
