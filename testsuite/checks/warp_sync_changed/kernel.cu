//--blockDim=32 --gridDim=1 --warp-sync=32
// in lock step some other thread of the warp has stored to a[0] or a[1]
// expect: assertion

__global__ void others(int *a) {
  a[0] = 4;
  a[1] = 4;
  a[threadIdx.x] = 9;
  __assert((a[0] == 4) | (a[1] == 4));
}
