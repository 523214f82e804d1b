//--blockDim=64 --gridDim=4 --double-buffer
// the copy is chosen where an iteration begins: `continue` does not leave it behind
// expect: verified
// expect-repair: improved; double-buffer block at line 11; remove block at line 12; cost 20 -> 10

__device__ float last(const float *from, int t) { return from[63 - t]; }

__global__ void skipped(float *out, const float *in, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x, copy = 0;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    tile[t] = in[k * 64 + t];
    __syncthreads();
    if (in[k] < 0) continue;
    copy += last(tile, t) > 1;
  }
  out[blockIdx.x * 64 + t] = copy;
}
