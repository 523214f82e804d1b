//--blockDim=64 --gridDim=1
// each thread ranks several keys
// expect: verified
// stages: verify
__global__ void sort(const int *in, int *out) {
  for (int i = threadIdx.x; i < 1000; i += 64) {
    int rank = 0;
    for (int j = 0; j < 1000; ++j) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = i;
  }
}
