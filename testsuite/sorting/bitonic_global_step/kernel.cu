//--blockDim=64 --gridDim=4
// one step of a bitonic sort over global memory: each pair belongs to its lower element
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void step(int *v, int j, int k) {
  __requires(j == 1 || j == 2 || j == 4 || j == 8 || j == 16 || j == 32 || j == 64 || j == 128);
  int i = blockIdx.x * 64 + threadIdx.x;
  int partner = i ^ j;
  if (partner > i) {
    int a = v[i], b = v[partner];
    if (((i & k) == 0) == (a > b)) {
      v[i] = b;
      v[partner] = a;
    }
  }
}
