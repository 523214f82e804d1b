//--blockDim=1 --gridDim=2
// a block hands a word over in each round, the next one says that it has read it
// expect: conditional
// stages: verify

__global__ void pass(int rounds, int *word, int *sent, int *read, int *sum) {
  for (int r = 1; r <= rounds; ++r)
    if (blockIdx.x == 0) {
      while (atomicAdd(read, 0) != r - 1) { }
      __threadfence();
      *word = r * r;
      __threadfence();
      atomicExch(sent, r);
    } else {
      while (atomicAdd(sent, 0) != r) { }
      __threadfence();
      *sum += *word;
      __threadfence();
      atomicExch(read, r);
    }
}
