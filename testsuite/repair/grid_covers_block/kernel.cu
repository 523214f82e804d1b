//--blockDim=64 --gridDim=4
// the place of the grid barrier separates the race inside the block as well
// expect: race
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void covers(int *v, const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = in[i];
  v[i] = in[i];
  out[i] = v[255 - i] + s[63 - t];
}
