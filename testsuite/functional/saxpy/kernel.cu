//--blockDim=64 --gridDim=4
// the value from before the launch; floats are compared as bits
// expect: verified

__global__ void saxpy(float *y, const float *x, float a, int n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0, n, y[i] == a * x[i] + __old_float(y[i])));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
