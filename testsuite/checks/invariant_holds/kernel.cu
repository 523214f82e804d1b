//--blockDim=64 --gridDim=1
// a loop invariant of the user that holds
// expect: verified

__global__ void strided(int *v, int n) {
  for (int i = threadIdx.x; __invariant(i % 64 == threadIdx.x), __invariant(i >= 0), i < 1024; i += 64)
    v[i] = i;
}
