//--blockDim=64 --gridDim=1
// counts are made by atomic operations
// expect: undecided

__global__ void histogram(unsigned *bins, const unsigned char *data) {
  __ensures(__forall(i, 0u, 256u, bins[i] <= 64 + __old_unsigned(bins[i])));
  atomicAdd(&bins[data[threadIdx.x]], 1u);
}
