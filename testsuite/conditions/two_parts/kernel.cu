// condition: blockDim.x <= 64 || n <= 64
// stages: verify
// two parts of one array, the first as long as the caller says
__global__ void two_parts(int n) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  if (t < n) s[t] = 1 + t;
  s[64 + t] = -1 - t;
}
