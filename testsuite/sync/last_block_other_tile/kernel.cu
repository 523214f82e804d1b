//--blockDim=64 --gridDim=[4,2,4]
// the last block of a tile reads another tile as well
// expect: race at line 10, 20
// stages: verify

__global__ void product(const float *in, float *part, float *out, int *done) {
  __shared__ bool last;
  int t = threadIdx.x;
  int tile = blockIdx.y * gridDim.x + blockIdx.x;
  part[(tile * gridDim.z + blockIdx.z) * 64 + t] = in[(tile * gridDim.z + blockIdx.z) * 64 + t];
  __threadfence();
  __syncthreads();
  if (t == 0)
    last = atomicAdd(&done[tile], 1) == gridDim.z - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int z = 0; z < gridDim.z; ++z)
      sum += part[((tile ^ 1) * gridDim.z + z) * 64 + t];
    out[tile * 64 + t] = sum;
  }
}
