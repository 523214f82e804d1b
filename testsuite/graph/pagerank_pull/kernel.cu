//--blockDim=128 --gridDim=8
// ranks are pulled from the old vector into the new one
// expect: verified
// expect-repair: unchanged

__global__ void pull(const int *start, const int *source, const float *rank, const int *degree,
                     float *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  float sum = 0;
  for (int e = start[v]; e < start[v + 1]; ++e)
    sum += rank[source[e]] / degree[source[e]];
  next[v] = 0.15f + 0.85f * sum;
}
