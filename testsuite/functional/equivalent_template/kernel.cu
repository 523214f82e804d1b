//--blockDim=64 --gridDim=1
// an instance of a template, which the host's side of the file uses, too
// expect: verified
// expect-equivalence: bounded

template <typename T, int N> void reverse_in_turn(T *values) {
  for (int i = 0; i < N / 2; ++i) {
    T held = values[i];
    values[i] = values[N - 1 - i];
    values[N - 1 - i] = held;
  }
}
__global__ void reverse(int *values) {
  __equivalent_to(reverse_in_turn<int, 64>);
  int held = values[63 - threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = held;
}
int main() {
  int values[64] = {};
  reverse_in_turn<int, 64>(values);
  return values[0];
}
