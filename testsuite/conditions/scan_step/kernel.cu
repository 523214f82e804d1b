// sufficient: blockDim.x + d <= 0 || d == 0 || 2 * d >= blockDim.x
// stages: verify
// one step of a scan without its barrier
__global__ void scan_step(int *v, int d) {
  __shared__ int s[1024];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  int t = threadIdx.x;
  if (t >= d) s[t] += s[t - d];
}
