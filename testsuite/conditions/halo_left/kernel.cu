// sufficient: blockDim.x <= 64
// stages: verify
// a left neighbour before the barrier, far away
__global__ void halo_left(int *v) {
  __shared__ int s[2048];
  s[threadIdx.x] = v[threadIdx.x];
  v[threadIdx.x] = s[threadIdx.x + 64];
}
