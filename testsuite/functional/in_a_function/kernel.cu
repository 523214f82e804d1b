//--blockDim=64 --gridDim=1
// only kernels end with all threads
// expect: rejected

__device__ void set(int *out, int n) {
  __ensures(__forall(i, 0, n, out[i] == 1));
  out[threadIdx.x] = 1;
}

__global__ void all(int *out, int n) {
  set(out, n);
}
