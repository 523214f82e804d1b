//--blockDim=64 --gridDim=4
// how many slots of the bucket are in use is read before its lock is taken
// expect: race at line 13

#include <cuda/atomic>

struct Bucket { int lock, used; unsigned slot[14]; };

__global__ void insert(Bucket *buckets, const unsigned *keys, unsigned mask) {
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  Bucket &bucket = buckets[key & mask];
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(bucket.lock);
  int used = bucket.used;
  for (bool done = false; !done;) {
    int free = 0;
    if (lock.compare_exchange_strong(free, 1, cuda::memory_order_acquire)) {
      bool found = false;
      for (int s = 0; s < used && !found; s++) found = bucket.slot[s] == key;
      if (!found && used < 14) {
        bucket.slot[used] = key;
        bucket.used = used + 1;
      }
      lock.store(0, cuda::memory_order_release);
      done = true;
    }
  }
}
