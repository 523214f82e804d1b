//--blockDim=64 --gridDim=2
// two names of the same memory, one after the other
// expect: verified

__global__ void in_turn(float *in, int *out) {
  extern __shared__ float first[];
  extern __shared__ int second[];
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  first[t] = in[i];
  __syncthreads();
  float next = first[(t + 1) % 64];
  __syncthreads();
  second[t] = (int)next;
  __syncthreads();
  out[i] = second[63 - t];
}
