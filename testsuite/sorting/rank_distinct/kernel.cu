//--blockDim=128 --gridDim=4
// each thread counts the keys that come before its own, equal ones in their order: no two have one place
// expect: verified
// stages: verify
__global__ void sort(const int *in, int *out) {
  __shared__ int key[128];
  const int t = threadIdx.x, base = blockIdx.x * 128;
  const int own = in[base + t];
  key[t] = own;
  __syncthreads();
  int rank = 0;
  for (int j = 0; j < 128; ++j)
    if (key[j] < own || (key[j] == own && j < t)) ++rank;
  out[base + rank] = t;
}
