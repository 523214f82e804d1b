//--blockDim=64 --gridDim=4
// system scope and that of the device both include all blocks
// expect: verified

__global__ void count(int *total, unsigned long long *wide) {
  atomicAdd_system(total, 1);
  atomicSub(total, 1);
  atomicCAS_system(wide, 0ull, 1ull);
}
