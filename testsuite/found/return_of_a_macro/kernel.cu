//--blockDim=64 --gridDim=4
// expect: verified
// A macro writes the early return: threads that have ended were missed at the barrier.
#define LEAVE_IF(c) if (c) return

__global__ void shift(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  LEAVE_IF(i >= n);
  s[t] = v[i];
  __syncthreads();
  v[i] = s[63 - t];
}
