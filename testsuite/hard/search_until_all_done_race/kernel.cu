//--blockDim=128 --gridDim=1
// expect: race
// stages: verify
// Racy twin of search_until_all_done: no barrier between leaving on the flag and setting it again
// for the next round; a thread that is late reads what another's next round has set.
__global__ void narrow(unsigned jobs, float *lo_out, float *hi_out, float eps) {
  __shared__ unsigned all_done;
  unsigned id = blockDim.x * blockIdx.x + threadIdx.x;
  float lo = 0, hi = 0; unsigned done = 0;
  if (id < jobs) { lo = lo_out[id]; hi = hi_out[id]; }
  while (true) {
    all_done = 1;
    __syncthreads();
    if (id < jobs && done == 0) {
      if (hi - lo < eps) { lo = hi; done = 1; } else { hi = 0.5f * (lo + hi); all_done = 0; }
    }
    __syncthreads();
    if (all_done == 1) break;
  }
  if (id < jobs) lo_out[id] = lo;
}
