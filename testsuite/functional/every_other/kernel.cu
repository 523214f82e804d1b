//--blockDim=64 --gridDim=2
// even and odd elements; the odd ones get another value
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void fill(int *out, int value) {
  __ensures(__forall(i, 0, 256, out[i] == value));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = value;
  out[2 * i + 1] = value + 1;
}
