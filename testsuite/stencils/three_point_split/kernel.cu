//--blockDim=128 --gridDim=8
// in place, but reading and writing are separate uniform steps: a grid barrier between them is enough
// expect: race at line 10, 12
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void smooth(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i > 0 && i < n - 1)
    sum = (v[i - 1] + v[i] + v[i + 1]) / 3;
  if (i > 0 && i < n - 1)
    v[i] = sum;
}
