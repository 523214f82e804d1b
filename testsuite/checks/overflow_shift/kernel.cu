//--blockDim=64 --gridDim=1 --check=default,overflow
// threads 32 and above shift everything out
// expect: confirmed overflow at line 6

__global__ void bits(unsigned *v, unsigned word) {
  v[threadIdx.x] = word << threadIdx.x;
}
