//--blockDim=64 --gridDim=1
// a pointer chosen between two arrays by a uniform value
// expect: race

__global__ void choose(int *a, int *b, int which) {
  int *p = which ? a : b;
  int t = threadIdx.x;
  int x = p[t + 1];
  a[t] = x;
}
