//--blockDim=192 --gridDim=264
// the first thread draws a tile for its block; a warp barrier stands between, and the last warp
// stores the result
// expect: verified

__global__ void heights(int *next, int tiles, const float *x, float *height) {
  __shared__ int drawn;
  __shared__ float part[6];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  while (true) {
    if (threadIdx.x == 0) drawn = atomicAdd(next, 1);
    __syncthreads();
    int tile = drawn;
    if (tile >= tiles) break;
    float v = x[tile * 192 + threadIdx.x];
    __syncwarp();
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (threadIdx.x == 160) height[tile] = part[0] + part[5];
  }
}
