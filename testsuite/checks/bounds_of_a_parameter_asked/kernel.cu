//--blockDim=32 --gridDim=1 --check=default,bounds
// bounds in full: a large n leaves the array
// expect: confirmed bounds at line 8

__global__ void fill(int *v, int n) {
  __shared__ int s[128];
  for (int i = threadIdx.x; i < n; i += 32)
    s[i] = i;
}
