//--blockDim=32 --gridDim=1
// the sums lack the thread's own element
// expect: confirmed postcondition at line 15, 25
// stages: verify

void scan_in_turn(int *out, const int *in) {
  int sum = 0;
  for (int i = 0; i < 32; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}
__global__ void scan(int *out, const int *in) {
  __shared__ int s[32];
  __equivalent_to(scan_in_turn);
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    int left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  out[t] = t > 0 ? s[t - 1] : 0;
}
