//--blockDim=128 --gridDim=4
// an inclusive scan becomes exclusive by a shift in place: neighbours race
// expect: race at line 8, 9
// expect-repair: add grid; cost 0 -> 13

__global__ void toExclusive(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i > 0 ? v[i - 1] : 0;
  v[i] = left;
}
