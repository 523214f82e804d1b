//--blockDim=64 --gridDim=1
// a thread's own array is left at its end
// expect: confirmed bounds at line 9
// expect-repair: not-applicable

__global__ void window(const int *v, int *out, int last) {
  int r[4];
  for (int k = 0; k <= 4; ++k)
    r[k] = v[threadIdx.x + k];
  out[threadIdx.x] = r[last & 3];
}
