//--blockDim=128 --gridDim=8
// generator states in global memory, one a thread
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

struct State {
  unsigned x, y, z, w;
};

__device__ unsigned next(State &s) {
  unsigned t = s.x ^ (s.x << 11);
  s.x = s.y;
  s.y = s.z;
  s.z = s.w;
  return s.w = s.w ^ (s.w >> 19) ^ t ^ (t >> 8);
}

__global__ void walk(State *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State s = states[i];
  float v = 0;
  for (int k = 0; k < 100; ++k)
    v += next(s) * 2.3e-10f;
  states[i] = s;
  out[i] = v;
}
