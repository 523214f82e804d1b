//--blockDim=128 --gridDim=16
// the last phase of a multi-block scan
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void addOffsets(int *data, const int *offsets) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0)
    data[i] += offsets[blockIdx.x - 1];
}
