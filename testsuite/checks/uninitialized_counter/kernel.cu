//--blockDim=64 --gridDim=1 --check=default,uninitialized
// an atomic count reads what was there before
// expect: confirmed uninitialized at line 7

__global__ void count(const int *in, int *out) {
  __shared__ int total;
  if (in[threadIdx.x] > -100) atomicAdd(&total, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
