//--blockDim=32 --gridDim=1
// rows of 33 floats: all but the first begin in the middle of 16 bytes
// expect: confirmed misaligned at line 9

__global__ void rows(float *out, const float *in) {
  __shared__ __align__(16) float s[8][33];
  unsigned to = __cvta_generic_to_shared(&s[threadIdx.x / 4][threadIdx.x % 4 * 4]);
  const float *from = in + threadIdx.x * 4;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 4][threadIdx.x % 4];
}
