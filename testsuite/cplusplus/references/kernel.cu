//--blockDim=64 --gridDim=4
// references to shared elements handed to a function
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__device__ void order(int &a, int &b) {
  if (b < a) {
    int c = a;
    a = b;
    b = c;
  }
}

__global__ void pairs(int *v) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 128 + t];
  s[t + 64] = v[blockIdx.x * 128 + t + 64];
  order(s[2 * t], s[2 * t + 1]);
  v[blockIdx.x * 128 + t] = s[2 * t];
}
