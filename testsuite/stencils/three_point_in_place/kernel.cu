//--blockDim=128 --gridDim=8
// one-dimensional, in place: neighbours race across blocks too
// expect: race

__global__ void smooth(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    v[i] = (v[i - 1] + v[i] + v[i + 1]) / 3;
}
