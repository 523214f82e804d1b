//--blockDim=128 --gridDim=4
// stream compaction: the places come from an atomic counter
// expect: race
// expect-repair: unrepairable

__global__ void compact(const int *in, int *out, int *count) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 0) {
    int place = atomicExch(count, v);
    out[place] = v;
  }
}
