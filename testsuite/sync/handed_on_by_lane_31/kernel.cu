//--blockDim=64 --gridDim=16
// the last lane of the first warp hands on what it reads; the first thread is in its warp, too
// expect: race at line 17
__global__ void note(const int *in, int *out, int *list, int *size) {
  __shared__ int x, base;
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  if (w == 0) {
    if (lane == 31) x = in[0];
  }
  __syncthreads();
  int before = x;
  __syncthreads();
  if (w == 0) {
    if (lane == 31) x = in[1];
  }
  __syncthreads();
  if (x != before) out[0] = blockIdx.x;
  if (t == 0) base = atomicAdd(size, 1);
  __syncthreads();
  list[base * 64 + t] = t;
}
