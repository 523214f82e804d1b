//--blockDim=64 --gridDim=4
// of two threads that both find their value greater, the smaller one may be stored last
// expect: race
// expect-repair: repaired; atomic 1 device at line 9

__global__ void find_max(const int *v, int *greatest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] > *greatest)
    *greatest = v[i];
}
