//--blockDim=[8,8] --gridDim=[2,2]
// three-dimensional, marching along z with the planes above and below in registers
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

#define N 16

__global__ void laplace(const float *in, float *out) {
  __shared__ float s[10][10];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int g = (blockIdx.y * 8 + threadIdx.y) * N + blockIdx.x * 8 + threadIdx.x;
  float below = 0, here = in[g], above;
  for (int z = 0; z < N - 1; ++z) {
    above = in[g + (z + 1) * N * N];
    s[y][x] = here;
    __syncthreads();
    out[g + z * N * N] = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1] + below + above;
    below = here;
    here = above;
    __syncthreads();
  }
}
