//--blockDim=64 --gridDim=4
// the lock of a bucket stands beside the words that it guards, in a struct of three words: what is
// stored in these changes no lock
// expect: verified

struct Bucket { int lock, head, length; };

__global__ void insert(Bucket *buckets, int *next, const unsigned *keys) {
  int item = blockIdx.x * blockDim.x + threadIdx.x;
  Bucket *bucket = &buckets[keys[item] % 16];
  for (bool done = false; !done;) {
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      __threadfence();
      next[item] = bucket->head;
      bucket->head = item;
      bucket->length += 1;
      __threadfence();
      atomicExch(&bucket->lock, 0);
      done = true;
    }
  }
}
