// sums of 2^31 repeat after two operations: the third thread gets the first one's slot again
//--blockDim=4 --gridDim=1
// expect: race at line 9
// expect-repair: unrepairable
__global__ void k(unsigned *a) {
  __shared__ unsigned top;
  if (threadIdx.x == 0) top = 0;
  __syncthreads();
  a[atomicAdd(&top, 0x80000000u)] = threadIdx.x;
}
