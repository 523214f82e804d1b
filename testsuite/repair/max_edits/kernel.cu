//--blockDim=64 --gridDim=1 --max-edits=1
// a repair with more edits than allowed is none
// expect: race
// expect-repair: unrepairable

__global__ void both(int *v, int n) {
  for (int k = 0; k < n; ++k) {
    int x = v[threadIdx.x + 1];
    v[threadIdx.x] = x;
  }
}
