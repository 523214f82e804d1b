//--blockDim=128 --gridDim=4
// Hillis-Steele scan in place: two barriers a step
// expect: verified
// expect-repair: unchanged; cost 21 -> 21

__global__ void scan(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  data[blockIdx.x * 128 + t] = s[t];
}
