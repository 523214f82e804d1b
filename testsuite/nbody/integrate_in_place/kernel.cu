//--blockDim=64 --gridDim=4
// positions are moved in the kernel that also reads them
// expect: race at line 10, 12
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void step(float *x, float *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float f = 0;
  for (int j = 0; j < 256; ++j)
    f += x[j];
  v[i] += f;
  x[i] += v[i];
}
