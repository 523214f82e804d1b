//--blockDim=64 --gridDim=1 --check=default,uninitialized
// the sums begin with whatever is there
// expect: confirmed uninitialized at line 8

__global__ void sums(const int *in, int *out) {
  __shared__ int s[64];
  for (int i = 0; i < 4; ++i)
    s[threadIdx.x] += in[i * 64 + threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}
