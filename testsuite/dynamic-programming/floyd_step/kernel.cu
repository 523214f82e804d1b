//--blockDim=[8,8] --gridDim=[4,4]
// one step of Floyd-Warshall in place: row and column k are read while they are written
// expect: race

#define N 32

__global__ void step(int *dist, int k) {
  __requires(k >= 0 && k < N);
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  int through = dist[i * N + k] + dist[k * N + j];
  if (through < dist[i * N + j])
    dist[i * N + j] = through;
}
