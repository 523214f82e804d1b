//--blockDim=128 --gridDim=24
// a lock for every eight cells, taken by the first lane of each warp
// expect: verified

struct ticket_lock {
  unsigned next, serving;
};

__device__ void lock(ticket_lock *l) {
  unsigned mine = atomicAdd(&l->next, 1u);
  while (*(volatile unsigned *)&l->serving != mine) __nanosleep(40);
  __threadfence();
}

__device__ void unlock(ticket_lock *l) {
  __threadfence();
  atomicAdd(&l->serving, 1u);
}

__global__ void deposit(const int *where, int *cells, ticket_lock *locks, int n) {
  if (threadIdx.x % 32 != 0) return;
  for (int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32; e < n; e += 96) {
    int c = where[e];
    lock(&locks[c / 8]);
    cells[c] += 2;
    unlock(&locks[c / 8]);
  }
}
