//--blockDim=64 --gridDim=1
// a loop invariant of the user that fails in the last iteration
// expect: invariant
// expect-repair: not-applicable

__global__ void strided(int *v) {
  for (int i = threadIdx.x; __invariant(i < 1024), i < 1024; i += 64)
    v[i] = i;
}
