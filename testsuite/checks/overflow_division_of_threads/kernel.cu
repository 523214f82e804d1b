//--blockDim=32 --gridDim=1
// the first thread divides by zero
// expect: confirmed overflow at line 6

__global__ void shares(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x] / threadIdx.x;
}
