//--blockDim=64 --gridDim=8
// expect: verified
// who sets the counter back has read from all operations on it; that needs no fence
// stages: verify

__global__ void tickets(unsigned *count, unsigned *order) {
  if (threadIdx.x == 0) {
    unsigned turn = atomicAdd(count, 1u);
    order[turn] = blockIdx.x;
    if (turn == gridDim.x - 1) *count = 0;
  }
}
