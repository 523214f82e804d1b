//--blockDim=64 --gridDim=4 --disable-grid
// the repair needs a grid barrier, but those are switched off
// expect: race
// expect-repair: unrepairable

__global__ void neighbour(int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int right = v[i + 1];
  v[i] = right;
}
