//--blockDim=128 --gridDim=8
// ranks are pulled and written in one vector
// expect: race at line 10, 11
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void pull(const int *start, const int *source, float *rank) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int e = start[v]; e < start[v + 1]; ++e)
    sum += rank[source[e]];
  rank[v] = 0.15f + 0.85f * sum;
}
