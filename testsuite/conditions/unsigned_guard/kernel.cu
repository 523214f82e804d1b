// condition: blockDim.x <= 32 || n <= 32
// stages: verify
// unsigned bounds
__global__ void unsigned_guard(int *v, unsigned n) {
  unsigned t = threadIdx.x;
  if (t < n && t >= 16) v[t % 16] = t;
}
