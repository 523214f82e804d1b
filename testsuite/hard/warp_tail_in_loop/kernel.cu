//--blockDim=128 --gridDim=32 --warp-sync=32
// expect: verified
// stages: verify
// The loop runs once for every thread, with barriers inside, then an unrolled tail relies on the
// lock step of a warp.
template <int N> __device__ void fold(volatile float *v, int p) {
  if (p < N / 2) v[p] += v[p + N / 2];
  __syncthreads();
  if (p < 32) { v[p] += v[p + 32]; v[p] += v[p + 16]; v[p] += v[p + 8]; v[p] += v[p + 4]; v[p] += v[p + 2]; v[p] += v[p + 1]; }
}
__global__ void total(float *out, const float *in, int per) {
  __shared__ float part[128];
  for (int s = threadIdx.x; s < 128; s += blockDim.x) {
    float mine = 0;
    for (int i = s; i < per; i += 128) mine += in[blockIdx.x * per + i];
    part[s] = mine;
  }
  for (int p = threadIdx.x; p < 128; p += 128) {
    __syncthreads();
    fold<128>(part, p);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
