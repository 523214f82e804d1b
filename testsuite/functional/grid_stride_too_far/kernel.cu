//--blockDim=64 --gridDim=4
// a stride of twice the threads leaves out every other part
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void add(int *out, const int *a, const int *b, int n) {
  __requires(n <= 1000000);
  __ensures(__forall(i, 0, n, out[i] == a[i] + b[i]));
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2 * blockDim.x * gridDim.x)
    out[i] = a[i] + b[i];
}
