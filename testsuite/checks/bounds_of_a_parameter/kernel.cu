//--blockDim=32 --gridDim=1
// how far the loop goes is the caller's affair: by default no alarm
// expect: verified

__global__ void fill(int *v, int n) {
  __shared__ int s[128];
  for (int i = threadIdx.x; i < n; i += 32)
    s[i] = v[i];
}
