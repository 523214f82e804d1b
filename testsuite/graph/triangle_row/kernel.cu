//--blockDim=64 --gridDim=16
// marks of one vertex's neighbours in shared memory: all store the same value
// expect: verified

__global__ void triangles(const int *start, const int *edge, int *count) {
  __shared__ int mark[256];
  int v = blockIdx.x, t = threadIdx.x;
  for (int i = t; i < 256; i += 64)
    mark[i] = 0;
  __syncthreads();
  for (int e = start[v] + t; e < start[v + 1]; e += 64)
    mark[edge[e] & 255] = 1;
  __syncthreads();
  for (int e = start[v] + t; e < start[v + 1]; e += 64) {
    int u = edge[e] & 255, found = 0;
    for (int f = start[u]; f < start[u + 1]; ++f)
      found += mark[edge[f] & 255];
    atomicAdd(&count[v], found);
  }
}
