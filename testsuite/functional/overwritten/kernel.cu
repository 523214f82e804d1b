//--blockDim=64 --gridDim=4
// behind the barrier a neighbour writes something else
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void shift(int *out, const int *in) {
  __ensures(__forall(i, 0, 256, out[i] == in[i]));
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i];
  __syncthreads();
  out[blockIdx.x * 64 + (threadIdx.x + 1) % 64] = in[i];
}
