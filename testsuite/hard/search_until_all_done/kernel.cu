//--blockDim=128 --gridDim=1
// expect: verified
// stages: verify
// while (true) with a shared flag that everybody sets and some clear, an inner loop that stages the
// data in tiles of blockDim with two barriers, and a state of eight variables that change under
// data-dependent conditions: many candidates, few of them true, and each round of Houdini is slow.
__global__ void narrow(const float *diag, const float *off, unsigned n, unsigned jobs, float *lo_out, float *hi_out, unsigned *rank, float eps) {
  __shared__ float a[128], b[128];
  __shared__ unsigned all_done;
  unsigned id = blockDim.x * blockIdx.x + threadIdx.x;
  float lo = 0, hi = 0, mid = 0; unsigned want = 0, done = 0, count = 0;
  if (id < jobs) { lo = lo_out[id]; hi = hi_out[id]; want = rank[id]; }
  if (threadIdx.x == 0) all_done = 0;
  __syncthreads();
  while (true) {
    all_done = 1;
    if (id < jobs && done == 0) mid = 0.5f * (lo + hi);
    count = 0;
    float x = 1.0f; unsigned rest = n;
    for (unsigned i = 0; i < n; i += blockDim.x, rest -= blockDim.x) {
      __syncthreads();
      if (i + threadIdx.x < n) { a[threadIdx.x] = diag[i + threadIdx.x]; b[threadIdx.x] = off[i + threadIdx.x]; }
      __syncthreads();
      if (id < jobs && done == 0)
        for (unsigned k = 0; k < min(rest, blockDim.x); ++k) { x = a[k] - mid - b[k] / x; count += x < 0; }
    }
    __syncthreads();
    if (id < jobs && done == 0) {
      if (want == count) hi = mid; else lo = mid;
      if (hi - lo < eps) { lo = hi = 0.5f * (lo + hi); done = 1; } else all_done = 0;
    }
    __syncthreads();
    if (all_done == 1) break;
    __syncthreads();
  }
  __syncthreads();
  if (id < jobs) lo_out[id] = lo;
}
