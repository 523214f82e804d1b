//--blockDim=64 --gridDim=1
// naive scan between two halves of a dynamic buffer whose offsets are swapped
// expect: verified

extern __shared__ float temp[];

__global__ void scan(const float *in, float *out, int n) {
  __requires(n == 64);
  int t = threadIdx.x, to = 0, from = 1;
  temp[to * n + t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    to = 1 - to;
    from = 1 - to;
    temp[to * n + t] = temp[from * n + t];
    if (t >= d)
      temp[to * n + t] += temp[from * n + t - d];
    __syncthreads();
  }
  out[t] = temp[to * n + t];
}
