//--blockDim=64 --gridDim=4 --pointer-bitwidth=64
// a 32-bit product is too narrow, the truncation makes blocks meet
// expect: race at line 8
// expect-repair: unrepairable

__global__ void narrow(int *v) {
  unsigned char i = blockIdx.x * 128 + threadIdx.x;
  v[(size_t)i] = blockIdx.x;
}
