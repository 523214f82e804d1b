//--blockDim=128 --gridDim=32 --kernel-args=20,*
// a run of all threads does not come to the end of a step: that of the two threads alone does
// expect: confirmed race at line 14, 28
// stages: verify
#include <cooperative_groups.h>

__global__ void simulate(float4 *position, int steps, float dt) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  float4 mine = position[i];
  float3 speed = make_float3(0, 0, 0);
  for (int step = 0; step < steps; ++step) {
    for (int first = 0; first < 4096; first += 128) {
      tile[threadIdx.x] = position[first + threadIdx.x];
      __syncthreads();
      for (int k = 0; k < 128; ++k) {
        const float dx = tile[k].x - mine.x, dy = tile[k].y - mine.y, dz = tile[k].z - mine.z;
        const float force = tile[k].w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.001f);
        speed.x += force * dx * dt;
        speed.y += force * dy * dt;
        speed.z += force * dz * dt;
      }
      __syncthreads();
    }
    mine.x += speed.x * dt;
    mine.y += speed.y * dt;
    mine.z += speed.z * dt;
    position[i] = mine;
    cooperative_groups::this_grid().sync();
  }
}
