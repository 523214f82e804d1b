//--blockDim=64 --gridDim=4
// the flag falls and rises again: what is read may be of an earlier round
// expect: race at line 12, 21
// stages: verify

__global__ void pass(unsigned rounds, unsigned *sums) {
  __shared__ unsigned word, sent, read;
  if (threadIdx.x == 0) sent = read = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned r = 1; r <= rounds; ++r) {
      word = r * r;
      __threadfence_block();
      atomicExch_block(&sent, r % 4);
    }
  } else if (threadIdx.x == 32) {
    unsigned sum = 0;
    for (unsigned r = 1; r <= rounds; ++r) {
      while (atomicAdd_block(&sent, 0u) != r % 4) { }
      __threadfence_block();
      sum += word;
      __threadfence_block();
      atomicExch_block(&read, r);
    }
    sums[blockIdx.x] = sum;
  }
}
