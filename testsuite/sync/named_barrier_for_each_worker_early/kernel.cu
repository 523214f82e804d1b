//--blockDim=96 --gridDim=2
// workers give their slot back before they have read it
// expect: confirmed race at line 16, 25
// stages: verify

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void feed(const int *in, int *out) {
  __shared__ int slot[2][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = blockIdx.x * 8;
  if (warp == 0) {
    for (int j = 0; j < 8; ++j) {
      int worker = j % 2;
      sync(3 + worker);
      slot[worker][lane] = in[(first + j) * 32 + lane];
      arrive(1 + worker);
    }
  } else {
    int worker = warp - 1;
    arrive(3 + worker);
    for (int round = 0; round < 4; ++round) {
      sync(1 + worker);
      if (round < 3) arrive(3 + worker);
      int value = slot[worker][31 - lane];
      out[(first + round * 2 + worker) * 32 + lane] = value;
    }
  }
}
