//--blockDim=64 --gridDim=4 --double-buffer
// a pointer that outlives the iteration would point to one of the copies
// expect: verified
// expect-repair: improved; double-buffer block at line 11; remove block at line 16; cost 20 -> 10
// expect-patch: withheld

__global__ void sums(float *out, const float *in, int n) {
  __shared__ float tile[64];
  float sum = 0;
  float *mirrored = tile;
  for (int k = 0; k < n; ++k) {
    int t = threadIdx.x;
    tile[t] = in[k * 64 + t];
    __syncthreads();
    sum += mirrored[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
