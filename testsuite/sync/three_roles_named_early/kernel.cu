//--blockDim=96 --gridDim=2
// the warp in the middle tells the last one before it has written
// expect: race
// stages: verify

__global__ void stages(const float *in, float *out, int rounds) {
  __shared__ float a[32], b[32];
  int role = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (role == 0) {
    for (int i = 0; i < rounds; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      a[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  } else if (role == 1) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    for (int i = 0; i < rounds; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      float v = a[31 - lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");
      asm volatile("bar.arrive 4, 64;" ::: "memory");
      b[lane] = v * v;
    }
  } else {
    asm volatile("bar.arrive 3, 64;" ::: "memory");
    for (int i = 0; i < rounds; ++i) {
      asm volatile("bar.sync 4, 64;" ::: "memory");
      out[blockIdx.x * 32 + lane] += b[31 - lane];
      asm volatile("bar.arrive 3, 64;" ::: "memory");
    }
  }
}
