//--blockDim=64 --gridDim=1
// intervals are appended at places that a neighbour may use as well
// expect: race

__global__ void split(float *left, float *right, const int *active) {
  int t = threadIdx.x;
  float mid = (left[t] + right[t]) / 2;
  if (active[t]) {
    left[t + 1] = mid;
    right[t] = mid;
  }
}
