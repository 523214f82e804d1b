//--blockDim=64 --gridDim=4
// checkerboard update: only one colour is written, only the other read
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void update(int *spin, int colour) {
  __requires(colour == 0 || colour == 1);
  int i = (blockIdx.x * 64 + threadIdx.x) * 2 + colour;
  int sum = spin[(i + 1) & 511] + spin[(i + 511) & 511];
  if (sum > 0)
    spin[i] = -spin[i];
}
