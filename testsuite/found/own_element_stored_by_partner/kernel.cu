//--blockDim=64 --gridDim=1
// the partner has stored there after the named barriers at which the two warps meet in turns
// expect: confirmed race at line 18
// stages: verify
__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }
__global__ void lose(const int *in, int *out) {
  __shared__ int a[32];
  const int lane = threadIdx.x % 32, own = in[threadIdx.x];
  if (threadIdx.x < 32) {
    a[lane] = own;
    arrive(1);
  } else {
    sync(1);
    a[lane] = own + 1;
  }
  __syncthreads();
  if (a[lane] != own) out[0] = threadIdx.x;
}
