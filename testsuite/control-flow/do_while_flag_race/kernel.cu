//--blockDim=64 --gridDim=1
// the same loop without the barrier before the reset
// expect: race

__global__ void settle(int *v) {
  __shared__ int changed;
  int t = threadIdx.x;
  bool again;
  do {
    if (t == 0)
      changed = 0;
    __syncthreads();
    if (v[t] > t) {
      v[t] -= 1;
      changed = 1;
    }
    __syncthreads();
    again = changed;
  } while (again);
}
