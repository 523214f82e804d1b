//--blockDim=64 --gridDim=4
// a function without a body may return anything
// expect: race at line 9
// expect-repair: unrepairable

extern __device__ int unknown(int);

__global__ void scatter(int *v) {
  v[unknown(threadIdx.x)] = threadIdx.x;
}
