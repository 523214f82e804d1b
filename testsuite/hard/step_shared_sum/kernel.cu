//--blockDim=64 --gridDim=4
// expect: verified
// stages: verify
// A loop-carried value passes 35 additions of itself under an exclusive or: is it itself plus a
// step?
#define MIX h = h + (h - 7);
#define MIX7 MIX MIX MIX MIX MIX MIX MIX
__global__ void churn(unsigned *cell, int n) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, s = id;
  for (int k = 0; k < n; ++k) {
    unsigned h = s ^ 0x55;
    MIX7 MIX7 MIX7 MIX7 MIX7
    s = h;
    if (s & 1) break;
  }
  cell[id] = s;
}
