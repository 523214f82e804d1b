//--blockDim=64 --gridDim=4
// the same update of all spins at once
// expect: race

__global__ void update(int *spin) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int sum = spin[(i + 1) & 255] + spin[(i + 255) & 255];
  if (sum > 0)
    spin[i] = -spin[i];
}
