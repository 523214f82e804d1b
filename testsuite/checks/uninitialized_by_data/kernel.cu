//--blockDim=64 --gridDim=1 --check=default,uninitialized
// data decide what is written and what is read: neither shown nor refuted
// expect: undecided

__global__ void scatter(const int *at, const int *v, int *out) {
  __shared__ int s[64];
  if (threadIdx.x == 0)
    for (int i = 0; i < 64; ++i) s[at[i] & 63] = v[i];
  __syncthreads();
  if (v[threadIdx.x] > 0) out[threadIdx.x] = s[at[threadIdx.x] & 63];
}
