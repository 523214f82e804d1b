//--blockDim=64 --gridDim=8
// expect: verified
// stages: verify
// Thread 0 takes a job number by atomicAdd and hands it on through shared memory; that the number
// is the same for the block is clear after the barrier, that blocks and rounds get distinct ones
// has to survive the store to and the load from the shared cell.
__global__ void workers(float *done, int *ticket, int jobs) {
  __shared__ int job;
  while (1) {
    if (threadIdx.x == 0) job = atomicAdd(ticket, 1);
    __syncthreads();
    int mine = job;
    __syncthreads();
    if (mine >= jobs || mine < 0 || mine > 1000000) break;
    done[mine * 64 + threadIdx.x] = 1.0f;
  }
}
