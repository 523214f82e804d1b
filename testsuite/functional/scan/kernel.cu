//--blockDim=64 --gridDim=1
// a naive scan in shared memory: that what comes out is a sum is not expressed by one element, and
// what shared memory holds behind a barrier is not followed
// expect: undecided

__global__ void scan(int *out, const int *in) {
  __shared__ int sum[64];
  __ensures(__forall(i, 0, 1, out[i] == in[i]));
  int t = threadIdx.x;
  sum[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int other = t >= d ? sum[t - d] : 0;
    __syncthreads();
    sum[t] += other;
    __syncthreads();
  }
  out[t] = sum[t];
}
