//--blockDim=64 --gridDim=1
// up to 112 bytes are skipped for the rows, and their end lies in what begins 256 bytes behind
// expect: race at line 10, 11
// stages: verify

__global__ void fill(float *v) {
  extern __shared__ char raw[];
  float *rows = (float *)(((unsigned long long)raw + 127) & ~127ull);
  float *ends = (float *)(raw + 256);
  rows[threadIdx.x] = v[threadIdx.x];
  ends[threadIdx.x] = 1;
}
