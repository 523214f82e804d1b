//--blockDim=64 --gridDim=1
// the array that ends a struct goes on behind it: that no element is within its bounds left nothing
// to be looked at
// expect: race at line 9

struct Queue { int count; int items[]; };

__global__ void push(Queue *queue) {
  queue->items[queue->count] = threadIdx.x;
}
