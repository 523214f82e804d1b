//--blockDim=64 --gridDim=4
// a bucket has its lock, a count and an array: how many slots are in use stands in memory, and no
// slot is beyond the array's end, where the lock of the next bucket would be
// expect: verified

#include <cuda/atomic>

struct Bucket { int lock, used; unsigned slot[14]; };

__global__ void insert(Bucket *buckets, const unsigned *keys, unsigned mask) {
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  Bucket &bucket = buckets[key & mask];
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(bucket.lock);
  for (bool done = false; !done;) {
    int free = 0;
    if (lock.compare_exchange_strong(free, 1, cuda::memory_order_acquire)) {
      int used = bucket.used;
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
