//--blockDim=32 --gridDim=8
// one block a cell: neighbours' particles are loaded cell by cell
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void cells(const float2 *particle, float *density) {
  __shared__ float2 s[32];
  int c = blockIdx.x, i = c * 32 + threadIdx.x;
  float sum = 0;
  for (int d = -1; d <= 1; ++d) {
    int other = (c + d) & 7;
    s[threadIdx.x] = particle[other * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float dx = s[j].x - particle[i].x, dy = s[j].y - particle[i].y;
      sum += dx * dx + dy * dy;
    }
    __syncthreads();
  }
  density[i] = sum;
}
