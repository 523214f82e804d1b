//--blockDim=32 --gridDim=2
// nobody has the elements behind the last whole tile
// expect: confirmed postcondition at line 10
// stages: verify

void saxpy_in_turn(int *y, const int *x, int a, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
__global__ void saxpy(int *y, const int *x, int a, int n) {
  __equivalent_to(saxpy_in_turn);
  for (int tile = blockIdx.x; tile < n / 32; tile += gridDim.x) {
    int i = tile * 32 + threadIdx.x;
    y[i] += a * x[i];
  }
}
