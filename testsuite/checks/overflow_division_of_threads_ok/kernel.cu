//--blockDim=32 --gridDim=1
// no thread divides by zero, also in the rounds of a loop
// expect: verified

__global__ void shares(const int *in, int *out) {
  int sum = 0;
  for (int i = 1; i <= 8; i++) sum += in[threadIdx.x] / (int)(threadIdx.x + i);
  out[threadIdx.x] = sum >> (threadIdx.x & 7);
}
