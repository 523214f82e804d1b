//--blockDim=32 --gridDim=1 --check=default,misaligned
// rows of 36 floats
// expect: verified

__global__ void rows(float *out, const float *in) {
  __shared__ __align__(16) float s[8][36];
  unsigned to = __cvta_generic_to_shared(&s[threadIdx.x / 4][threadIdx.x % 4 * 4]);
  const float *from = in + threadIdx.x * 4;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 4][threadIdx.x % 4];
}
