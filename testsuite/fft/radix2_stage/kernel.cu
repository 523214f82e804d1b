//--blockDim=64 --gridDim=4
// one butterfly a thread for a stage given by the host
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void butterfly(float2 *v, int half) {
  __requires(half == 1 || half == 2 || half == 4 || half == 8 || half == 16 || half == 32);
  int t = blockIdx.x * 64 + threadIdx.x;
  int k = t & (half - 1);
  int low = 2 * t - k;
  float angle = -3.14159265f * k / half;
  float2 w = make_float2(cosf(angle), sinf(angle));
  float2 a = v[low], b = v[low + half];
  float2 p = make_float2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
  v[low] = make_float2(a.x + p.x, a.y + p.y);
  v[low + half] = make_float2(a.x - p.x, a.y - p.y);
}
