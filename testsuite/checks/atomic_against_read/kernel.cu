//--blockDim=64 --gridDim=1
// an atomic against a plain read
// expect: race at line 7, 8
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void last(int *counter, int *out) {
  atomicAdd(counter, 1);
  out[threadIdx.x] = *counter;
}
