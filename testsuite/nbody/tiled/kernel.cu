//--blockDim=64 --gridDim=4
// positions of all bodies pass through a shared tile
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void accelerate(const float4 *body, float4 *acc) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float4 me = body[i];
  float ax = 0, ay = 0, az = 0;
  for (int k = 0; k < 4; ++k) {
    tile[threadIdx.x] = body[k * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float f = tile[j].w * inv * inv * inv;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}
