//--blockDim=1 --gridDim=2
// the fence before the flag is of the block alone
// expect: race at line 11, 17
// stages: verify

__global__ void pass(int rounds, int *word, int *sent, int *read, int *sum) {
  for (int r = 1; r <= rounds; ++r)
    if (blockIdx.x == 0) {
      while (atomicAdd(read, 0) != r - 1) { }
      __threadfence();
      *word = r * r;
      __threadfence_block();
      atomicExch(sent, r);
    } else {
      while (atomicAdd(sent, 0) != r) { }
      __threadfence();
      *sum += *word;
      __threadfence();
      atomicExch(read, r);
    }
}
