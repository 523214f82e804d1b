//--blockDim=64 --gridDim=1
// what begins at the next multiple of 128 bytes in shared memory, wherever that begins, lies in the
// same array: it was taken for a pointer to anything
// expect: verified
// stages: verify

__global__ void reverse(float *v) {
  extern __shared__ char raw[];
  float *rows = (float *)(((unsigned long long)raw + 127) & ~127ull);
  unsigned long long behind = (unsigned long long)(rows + blockDim.x);
  float *ends = (float *)((behind + 255) / 256 * 256);
  rows[threadIdx.x] = v[threadIdx.x];
  ends[threadIdx.x] = 1;
  __syncthreads();
  v[threadIdx.x] = rows[63 - threadIdx.x] + ends[threadIdx.x ^ 1];
}
