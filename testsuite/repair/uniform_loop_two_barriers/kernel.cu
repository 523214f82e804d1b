//--blockDim=64 --gridDim=1
// barriers in a loop that threads leave at different times; its new head takes the place of one
// expect: divergence
// expect-repair: repaired; uniform-loop 1 block at line 11; remove 1 block at line 13

__global__ void gather(int *out, const int *count) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < count[t]; i++) {
    s[t] = i;
    __syncthreads();
    sum += s[63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
