//--blockDim=128 --gridDim=1
// atomics have bounds as well: threads 96 and above count after the end
// expect: confirmed bounds at line 10
// expect-repair: not-applicable

__global__ void warps(int *out) {
  __shared__ int s[3];
  if (threadIdx.x < 3) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x / 32], 1);
}
