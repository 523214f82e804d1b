//--blockDim=64 --gridDim=2
// one thread waits for the flag, and the others of its block do not wait for that one
// expect: confirmed race at line 11, 18
// expect-repair: add block before line 18

__global__ void handed_over(const float *in, float *data, float *out, volatile int *flag) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += in[i * 64 + t];
    data[t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    if (t == 0) while (*flag == 0) { }
    __threadfence();
    out[t] = data[63 - t];
  }
}
