//--blockDim=32 --gridDim=1
// the lanes seen together meet again with that mask; the cell of a lane outside of it may be unwritten
// expect: race at line 8, 10

__global__ void shift(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(__activemask());
  out[t] = s[t ^ 1];
}
