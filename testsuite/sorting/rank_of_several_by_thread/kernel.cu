//--blockDim=64 --gridDim=1
// of equal keys only those of the first round come before one another
// expect: confirmed race at line 9
// stages: verify
__global__ void sort(const int *in, int *out) {
  for (int i = threadIdx.x; i < 150; i += 64) {
    int rank = 0;
    for (int j = 0; j < 150; ++j) rank += in[j] < in[i] || (in[j] == in[i] && j < threadIdx.x);
    out[rank] = i;
  }
}
