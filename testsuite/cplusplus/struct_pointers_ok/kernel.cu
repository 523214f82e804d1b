//--blockDim=64 --gridDim=4
// pointers in a struct by value, each thread its own element
// expect: verified
// expect-repair: unchanged

struct Arguments {
  const float *in;
  float *out;
  int shift;
};

__global__ void copy(Arguments a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a.out[i] = a.in[i + a.shift];
}
