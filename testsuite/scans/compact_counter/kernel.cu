//--blockDim=128 --gridDim=4
// stream compaction with a counter that gives each place once
// expect: verified
// expect-repair: unchanged

__global__ void compact(const int *in, int *out, int *count) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 0) {
    int place = atomicAdd(count, 1);
    out[place] = v;
  }
}
