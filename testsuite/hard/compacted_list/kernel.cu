//--blockDim=128 --gridDim=16
// expect: verified
// open: a fact about contents that all threads have written
// stages: verify
// Threads append their own number to a shared list at a place from atomicAdd, then the list is
// worked off by others: list[i] are distinct because each thread appends once, which is a fact
// about contents that all threads have written.
__global__ void relabel(int *label, const int *wanted) {
  __shared__ int list[128];
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  if (wanted[blockIdx.x * 128 + t] > 0) list[atomicAdd(&count, 1)] = t;
  __syncthreads();
  int n = count;
  for (int i = t; i < n; i += 128)
    label[blockIdx.x * 128 + list[i]] = i;
}
