//--blockDim=64 --gridDim=1
// several time steps in shared memory, one barrier a step missing, at its end, where the one before the loop stays
// expect: race at line 16, 18
// expect-repair: repaired; add block loop-end line 15; cost 11 -> 21

__global__ void heat(float *v, int steps) {
  __shared__ float s[66];
  int i = threadIdx.x + 1;
  s[i] = v[i];
  if (i == 1) {
    s[0] = v[0];
    s[65] = v[65];
  }
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    float next = (s[i - 1] + s[i + 1]) / 2;
    __syncthreads();
    s[i] = next;
  }
  v[i] = s[i];
}
