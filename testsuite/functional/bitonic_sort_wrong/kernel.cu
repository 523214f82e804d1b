//--blockDim=8 --gridDim=1
// sorts downwards
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void sort(int *values) {
  __shared__ int s[8];
  __ensures(__forall(i, 0, 7, values[i] <= values[i + 1]));
  int t = threadIdx.x;
  s[t] = values[t];
  __syncthreads();
  for (int k = 2; k <= 8; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t && ((t & k) == 0) == (s[t] < s[other])) {
        int held = s[t];
        s[t] = s[other];
        s[other] = held;
      }
      __syncthreads();
    }
  values[t] = s[t];
}
