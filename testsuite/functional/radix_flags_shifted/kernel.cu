//--blockDim=64 --gridDim=4
// the digit after the one that is asked for
// expect: confirmed postcondition
// stages: verify

__global__ void flags(int *zero, const unsigned *keys, int bit) {
  __requires(bit >= 0 && bit < 31);
  __ensures(__forall(i, 0, 256, zero[i] == (keys[i] >> bit & 1 ? 0 : 1)));
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  zero[t] = keys[t] >> (bit + 1) & 1 ? 0 : 1;
}
