//--blockDim=64 --gridDim=1
// a store of 64 bits at the address of the first member reaches the second one
// expect: race at line 9
// stages: verify

struct Pair { unsigned low, high; };
__global__ void both() {
  __shared__ Pair s;
  if (threadIdx.x == 0) *(unsigned long long *)&s.low = 1;
  if (threadIdx.x == 40) s.high = 2;
}
