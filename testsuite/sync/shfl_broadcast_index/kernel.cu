//--blockDim=32 --gridDim=1
// lane 0 reserves cells for all: each lane writes at its distance from what lane 0 was given
// expect: verified

__global__ void append(int *out, int *count, const int *in) {
  int t = threadIdx.x, base = 0;
  if (t == 0) base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffff, base, 0);
  out[base + t] = in[t];
}
