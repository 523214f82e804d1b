//--blockDim=64 --gridDim=1
// no parameter and no data have a say in the index: reported without being asked for
// expect: confirmed bounds at line 8
// expect-repair: not-applicable

__global__ void over(int *v) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = v[threadIdx.x];
}
