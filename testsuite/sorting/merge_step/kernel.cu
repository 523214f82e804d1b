//--blockDim=64 --gridDim=4
// one thread merges two runs of the input into a run of its own in the output
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

#define RUN 8

__global__ void merge(const int *in, int *out) {
  int base = (blockIdx.x * 64 + threadIdx.x) * 2 * RUN;
  int a = 0, b = 0;
  for (int k = 0; k < 2 * RUN; ++k) {
    int left = a < RUN ? in[base + a] : 0x7fffffff;
    int right = b < RUN ? in[base + RUN + b] : 0x7fffffff;
    if (left <= right) {
      out[base + k] = left;
      ++a;
    } else {
      out[base + k] = right;
      ++b;
    }
  }
}
