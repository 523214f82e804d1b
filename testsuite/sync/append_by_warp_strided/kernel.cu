//--blockDim=64 --gridDim=4
// all lanes of a warp leave the loop together, so that lane 0 reserves for them in each iteration
// expect: verified
// stages: verify

__global__ void append(const int *in, int *out, int *n, int m) {
  int lane = threadIdx.x & 31;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < m; i += gridDim.x * blockDim.x) {
    int v = i < m ? in[i] : 0;
    unsigned mask = __ballot_sync(0xffffffff, v > 0);
    int base = 0;
    if (lane == 0) base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (v > 0) out[base + __popc(mask & ((1u << lane) - 1))] = v;
  }
}
