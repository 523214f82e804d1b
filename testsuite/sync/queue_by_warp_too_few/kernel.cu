//--blockDim=64 --gridDim=4
// lane 0 fetches 16 items for the 32 lanes of its warp
// expect: race
// stages: verify

__device__ int head;

__global__ void work(const int *in, int *out, int n) {
  while (true) {
    int lane = threadIdx.x & 31;
    int i;
    if (lane == 0) i = atomicAdd(&head, 16);
    i = __shfl_sync(0xffffffff, i, 0);
    if (i >= n) return;
    if (i + lane < n) out[i + lane] = in[i + lane] + threadIdx.x;
  }
}
