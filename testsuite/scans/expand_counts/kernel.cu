//--blockDim=64 --gridDim=16
// each element is expanded to as many as it says, at places from a sum up and down a tree; the last
// step leaves each thread what it reads itself
// expect: verified
// stages: verify
__global__ void expand(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int a = in[blockIdx.x * 128 + 2 * t] & 7, b = in[blockIdx.x * 128 + 2 * t + 1] & 7;
  s[2 * t] = a;
  s[2 * t + 1] = b;
  int offset = 1;
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) s[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
      int x = s[i];
      s[i] = s[j];
      s[j] += x;
    }
  }
  __syncthreads();
  for (int k = 0; k < a; ++k) out[blockIdx.x * 896 + s[2 * t] + k] = 2 * t;
  for (int k = 0; k < b; ++k) out[blockIdx.x * 896 + s[2 * t + 1] + k] = 2 * t + 1;
}
