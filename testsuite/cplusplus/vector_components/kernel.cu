//--blockDim=64 --gridDim=1
// components of one float4 by different threads: no overlap
// expect: verified
// expect-repair: unchanged

__global__ void components(float4 *v) {
  int t = threadIdx.x;
  float4 &p = v[t / 4];
  if (t % 4 == 0)
    p.x = t;
  else if (t % 4 == 1)
    p.y = t;
  else if (t % 4 == 2)
    p.z = t;
  else
    p.w = t;
}
