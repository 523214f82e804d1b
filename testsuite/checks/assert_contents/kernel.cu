//--blockDim=64 --gridDim=1
// what another thread wrote before the barrier is there afterwards
// expect: verified

__global__ void publish(int *v) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 42;
  __syncthreads();
  v[threadIdx.x] = s;
  __assert(v[threadIdx.x] == v[threadIdx.x]);
}
