//--blockDim=64 --gridDim=8
// expect: race
// stages: verify
// Racy twin of queue_fetched: the barrier between taking the copy and the next fetch is missing.
__global__ void workers(float *done, int *ticket, int jobs) {
  __shared__ int job;
  while (1) {
    if (threadIdx.x == 0) job = atomicAdd(ticket, 1);
    __syncthreads();
    int mine = job;
    if (mine >= jobs || mine < 0 || mine > 1000000) break;
    done[mine * 64 + threadIdx.x] = 1.0f;
  }
}
