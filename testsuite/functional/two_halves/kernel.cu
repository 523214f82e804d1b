//--blockDim=64 --gridDim=2
// two writes, a half each
// expect: verified

__global__ void fill(int *out, int value) {
  __ensures(__forall(i, 0, 256, out[i] == value));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = value;
  out[i + 128] = value;
}
