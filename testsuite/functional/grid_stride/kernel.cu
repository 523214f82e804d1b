//--blockDim=64 --gridDim=4
// any n: a thread takes every 256th element
// expect: verified

__global__ void add(int *out, const int *a, const int *b, int n) {
  __ensures(__forall(i, 0, n, out[i] == a[i] + b[i]));
  __requires(n <= 1000000);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = a[i] + b[i];
}
