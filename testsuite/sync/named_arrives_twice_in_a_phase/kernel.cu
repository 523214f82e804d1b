//--blockDim=64 --gridDim=1 --check=races
// a phase waits for more threads than there are, but each arrives twice: that nobody gets past is not known
// expect: race; synchronization

__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.arrive 1, 128;" ::: "memory");
  asm volatile("bar.sync 1, 128;" ::: "memory");
  s[0] = threadIdx.x;
  out[threadIdx.x] = s[63 - threadIdx.x];
}
