//--blockDim=64 --gridDim=1 --check=default,overflow
// the offset doubles in each of 40 rounds
// expect: overflow at line 9

__global__ void rounds(const int *in, int *out) {
  unsigned offset = 3;
  int sum = 0;
  for (int i = 0; i < 40; ++i) {
    offset = offset * 2 + 1;
    sum += in[offset];
  }
  out[threadIdx.x] = sum;
}
