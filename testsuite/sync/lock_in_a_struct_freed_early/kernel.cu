//--blockDim=64 --gridDim=4
// the lock of a bucket stands beside the words that it guards, and is freed before the last of them
// is changed
// expect: race

struct Bucket { int lock, head, length; };

__global__ void insert(Bucket *buckets, int *next, const unsigned *keys) {
  int item = blockIdx.x * blockDim.x + threadIdx.x;
  Bucket *bucket = &buckets[keys[item] % 16];
  for (bool done = false; !done;) {
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      __threadfence();
      next[item] = bucket->head;
      bucket->head = item;
      __threadfence();
      atomicExch(&bucket->lock, 0);
      bucket->length += 1;
      done = true;
    }
  }
}
