//--blockDim=64 --gridDim=1 --check=default,overflow
// strides from a thread's own element on, within what an int can hold
// expect: verified

__global__ void strides(int *out) {
  for (int i = threadIdx.x; i < 4096; i += 64)
    out[i] = i / 64;
}
