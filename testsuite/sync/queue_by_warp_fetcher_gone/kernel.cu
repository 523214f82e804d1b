//--blockDim=64 --gridDim=4
// lane 31 may end before the others, which get any item then
// expect: race
// stages: verify

__device__ int head;

__global__ void work(const int *in, int *out, int n) {
  while (true) {
    int lane = threadIdx.x & 31;
    int i;
    if (lane == 31) i = atomicAdd(&head, 32);
    i = __shfl_sync(0xffffffff, i, 31);
    if (i + lane >= n) return;
    if (i + lane < n) out[i + lane] = in[i + lane] + threadIdx.x;
  }
}
