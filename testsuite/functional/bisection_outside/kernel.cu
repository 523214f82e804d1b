//--blockDim=64 --gridDim=1
// the last step may go one beyond
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void bisect(int *middle, const int *wanted, int steps) {
  __ensures(__forall(i, 0, 64, 0 <= middle[i] && middle[i] < 1024));
  int left = 0, right = 1024;
  for (int k = 0;
       __invariant(0 <= left && left <= 1024), __invariant(0 <= right && right <= 1024), k < steps;
       ++k) {
    int mid = (left + right) / 2;
    if (wanted[threadIdx.x] < mid)
      right = mid;
    else
      left = mid;
  }
  middle[threadIdx.x] = right;
}
