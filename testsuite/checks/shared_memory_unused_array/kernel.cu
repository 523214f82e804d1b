//--blockDim=32 --gridDim=1 --shared-memory=256
// what is declared and not used takes none
// expect: verified
// stages: verify

__global__ void keep(float *out) {
  __shared__ float a[32], b[32], unused[1000];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[31 - t] + b[31 - t];
}
