//--blockDim=32 --gridDim=1 --check=default,bounds
// a precondition keeps the loop within the array
// expect: verified

__global__ void fill(int n) {
  __requires(n <= 128);
  __shared__ int s[128];
  for (int i = threadIdx.x; i < n; i += 32)
    s[i] = i;
}
