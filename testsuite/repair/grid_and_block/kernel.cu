//--blockDim=64 --gridDim=4 --disable-warp
// a race inside the block and, elsewhere, one between blocks: one barrier of each kind
// expect: race
// expect-repair: repaired; add block; add grid; cost 0 -> 14

__global__ void kinds(int *v, const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = in[i];
  int x = s[t ^ 1];
  v[i] = x;
  out[i] = v[255 - i];
}
