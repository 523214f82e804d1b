//--blockDim=32 --gridDim=2
// a grid-stride loop, for any number of elements
// expect: verified
// expect-equivalence: bounded

void saxpy_in_turn(int *y, const int *x, int a, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
__global__ void saxpy(int *y, const int *x, int a, int n) {
  __equivalent_to(saxpy_in_turn);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] += a * x[i];
}
