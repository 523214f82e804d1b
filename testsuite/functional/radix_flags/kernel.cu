//--blockDim=64 --gridDim=4
// the first step of a radix sort: whether a digit of each key is zero
// expect: verified

__global__ void flags(int *zero, const unsigned *keys, int bit) {
  __requires(bit >= 0 && bit < 32);
  __ensures(__forall(i, 0, 256, zero[i] == (keys[i] >> bit & 1 ? 0 : 1)));
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  zero[t] = keys[t] >> bit & 1 ? 0 : 1;
}
