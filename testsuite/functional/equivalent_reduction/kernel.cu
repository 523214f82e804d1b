//--blockDim=64 --gridDim=1
// a tree of sums; as many elements as threads, or fewer
// expect: verified
// expect-equivalence: bounded

void sum_in_turn(int *sum, const int *in, int n) {
  *sum = 0;
  for (int i = 0; i < n; ++i) *sum += in[i];
}
__global__ void sum_of_all(int *sum, const int *in, int n) {
  __shared__ int s[64];
  __requires(n <= 64);
  __equivalent_to(sum_in_turn);
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) *sum = s[0];
}
