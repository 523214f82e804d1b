//--blockDim=64 --gridDim=1
// expect: rejected

__global__ void all(int *out, int n) {
  out[threadIdx.x] = 1;
  __assert(__forall(i, 0, n, out[i] == 1));
}
