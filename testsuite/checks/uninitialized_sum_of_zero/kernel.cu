//--blockDim=64 --gridDim=1 --check=default,uninitialized
// the sums begin with 0
// expect: verified

__global__ void sums(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  for (int i = 0; i < 4; ++i)
    s[threadIdx.x] += in[i * 64 + threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}
