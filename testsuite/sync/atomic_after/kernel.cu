//--blockDim=64 --gridDim=1
// atomic operations and a fence after both accesses
// expect: confirmed race at line 7, 8

__global__ void shift(int *v, int *total) {
  int t = threadIdx.x;
  int next = v[t + 1];
  v[t] = next;
  __threadfence();
  if (atomicAdd(total, 1) == 63) atomicExch(total, 0);
}
