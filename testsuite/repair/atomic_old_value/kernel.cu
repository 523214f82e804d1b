//--blockDim=64 --gridDim=4
// compaction: the old value is the place
// expect: race
// expect-repair: repaired; atomic device at line 9

__global__ void compact(const int *in, int *out, int *count) {
  int v = in[blockIdx.x * 64 + threadIdx.x];
  if (v > 0) {
    int place = (*count)++;
    out[place] = v;
  }
}
