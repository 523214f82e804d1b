//--blockDim=64 --gridDim=4
// adds a second time
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void saxpy(int *y, const int *x, int a, int n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0, n, y[i] == a * x[i] + __old_int(y[i])));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
    y[i] = a * x[i] + y[i];
  }
}
