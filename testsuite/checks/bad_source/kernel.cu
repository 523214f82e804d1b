//--blockDim=64 --gridDim=4
// a source that does not compile is rejected
// expect: rejected

__global__ void broken(int *v) {
  v[threadIdx.x] = undeclared;
}
