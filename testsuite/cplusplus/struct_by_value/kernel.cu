//--blockDim=64 --gridDim=4
// arguments in a struct by value that also holds pointers
// expect: race at line 14
// expect-repair: unrepairable

struct Arguments {
  const float *in;
  float *out;
  int shift;
};

__global__ void copy(Arguments a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a.out[i >> 1] = a.in[i + a.shift];
}
