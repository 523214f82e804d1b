//--blockDim=64 --gridDim=4 --disable-grid
// the repair needs a grid barrier, but those are switched off: two launches instead
// expect: race
// expect-repair: split-launch grid before line 10
// expect-patch: withheld

__global__ void neighbour(int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int right = v[i + 1];
  v[i] = right;
}
