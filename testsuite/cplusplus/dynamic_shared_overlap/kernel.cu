//--blockDim=64 --gridDim=4
// the second part of the dynamic buffer begins too early
// expect: race at line 11, 12

extern __shared__ int pool[];

__global__ void sums(const int *in, int *out) {
  int *value = pool;
  int *key = pool + 60;
  int t = threadIdx.x;
  value[t] = in[blockIdx.x * 64 + t];
  key[t] = t * 5;
  __syncthreads();
  out[blockIdx.x * 64 + t] = value[t] + key[t];
}
