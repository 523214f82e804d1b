//--blockDim=64 --gridDim=1
// where threads race nothing is said of final contents
// expect: race

__global__ void all(int *out) {
  __ensures(__forall(i, 0, 1, out[i] == 1));
  out[0] = threadIdx.x;
}
