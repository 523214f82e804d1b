// A barrier is missing between filling the tile and reading the neighbours.
__global__ void smooth(const float *in, float *out) {
  __shared__ float tile[TILE];
  int t = threadIdx.x, i = blockIdx.x * TILE + t;
  tile[t] = in[i];
  out[i] = (tile[t] + tile[(t + 1) % TILE]) / 2;
}

void smooth_all(const float *in, float *out, int n) {
  smooth<<<(n + TILE - 1) / TILE, TILE>>>(in, out);
}
