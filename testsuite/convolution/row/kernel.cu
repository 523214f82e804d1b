//--blockDim=64 --gridDim=[4,8]
// rows through shared memory with apron, coefficients in constant memory
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define R 4
__constant__ float weight[2 * R + 1];

__global__ void rows(const float *in, float *out, int pitch) {
  __requires(pitch == 256);
  __shared__ float s[64 + 2 * R];
  int x = blockIdx.x * 64 + threadIdx.x;
  int base = blockIdx.y * pitch;
  s[threadIdx.x + R] = in[base + x];
  if (threadIdx.x < R) {
    s[threadIdx.x] = x >= R ? in[base + x - R] : 0;
    s[threadIdx.x + 64 + R] = x + 64 < pitch ? in[base + x + 64] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * R; ++k)
    sum += weight[k] * s[threadIdx.x + k];
  out[base + x] = sum;
}
