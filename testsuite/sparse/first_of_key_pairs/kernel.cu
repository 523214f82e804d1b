//--blockDim=64 --gridDim=4
// that keys are sorted does not keep two of them apart that share an element
// expect: race
// stages: verify

__global__ void runs(int *begin, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i == 0 || key[i] != key[i - 1])) begin[key[i] / 2] = i;
}
