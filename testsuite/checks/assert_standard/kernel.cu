//--blockDim=64 --gridDim=4
// the assert of the language, with contents that no barrier protects
// expect: assertion at line 10

#include <assert.h>

__global__ void fails(int *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = i;
  assert(v[i] < 255);
}
