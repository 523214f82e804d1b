//--blockDim=128 --gridDim=16
// the lock is that of the thread, not of the bucket
// expect: race at line 12; race at line 12, 13; race at line 13

__global__ void add(const unsigned *keys, int *next, int *heads, int *locks, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned b = keys[i] % 64;
  for (bool done = false; !done;) {
    if (atomicExch(&locks[i % 64], 1) != 0) continue;
    __threadfence();
    next[i] = heads[b];
    heads[b] = i;
    __threadfence();
    atomicExch(&locks[i % 64], 0);
    done = true;
  }
}
