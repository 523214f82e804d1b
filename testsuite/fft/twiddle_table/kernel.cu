//--blockDim=64 --gridDim=2
// the table of factors is filled by the threads and read before it is full
// expect: race at line 10, 11
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void twiddle(float2 *v) {
  __shared__ float2 w[64];
  int t = threadIdx.x;
  w[t].x = cosf(t * 0.0981748f);
  w[t].y = sinf(t * 0.0981748f);
  float2 f = w[(t * 3) & 63];
  float2 a = v[blockIdx.x * 64 + t];
  v[blockIdx.x * 64 + t] = make_float2(a.x * f.x - a.y * f.y, a.x * f.y + a.y * f.x);
}
