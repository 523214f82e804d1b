//--blockDim=64 --gridDim=8
// expect: verified
// stages: verify
// Thread 0 takes four jobs at a time by atomicAdd(ticket, 4) and hands the first number on through
// shared memory: results of additions of 4 are at least 4 apart.
__global__ void workers(float *done, unsigned *ticket, unsigned jobs) {
  __requires(jobs == 4096);
  __shared__ unsigned first;
  while (1) {
    if (threadIdx.x == 0) first = atomicAdd(ticket, 4u);
    __syncthreads();
    unsigned mine = first;
    __syncthreads();
    if (mine >= jobs) break;
    for (unsigned k = 0; k < 4; k++)
      done[(mine + k) * 64 + threadIdx.x] = 1.0f + k;
  }
}
