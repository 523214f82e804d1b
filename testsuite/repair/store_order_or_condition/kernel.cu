//--blockDim=16 --gridDim=1
// the barrier behind the tile is missing; rows overlap only where the pitch is less than a row
// expect: race
// expect-repair: repaired; add 1 block before line 9; add 1 block loop-end line 10; cost 0 -> 11

__global__ void rows(float *m, const float *in, int pitch) {
  __shared__ float tile[16];
  tile[threadIdx.x] = in[threadIdx.x];
  float other = tile[15 - threadIdx.x];
  for (int i = 0; i < 16; i++)
    m[i * pitch + threadIdx.x] = other * i;
}
