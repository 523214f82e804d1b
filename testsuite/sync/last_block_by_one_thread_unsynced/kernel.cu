//--blockDim=256 --gridDim=16
// the block may be counted before all of its threads have done their part
// expect: race at line 12, 17
// stages: verify
__global__ void extremes(const int *in, int *least, unsigned *done, int *result) {
  __shared__ int found[4];
  const int t = threadIdx.x;
  if (t < 4) found[t] = 1 << 30;
  __syncthreads();
  atomicMin(&found[t & 3], in[blockIdx.x * 256 + t]);
  __syncthreads();
  if (t < 4) atomicMin(&least[t], found[t]);
  if (t == 0) {
    __threadfence();
    if (atomicAdd(done, 1u) == 15) {
      __threadfence();
      for (int k = 0; k < 4; ++k) result[k] = least[k];
    }
  }
}
