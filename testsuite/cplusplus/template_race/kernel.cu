//--blockDim=64 --gridDim=4
// the race lies in an instance of a template, called twice
// expect: race at line 7, 11
// expect-repair: repaired; add block; cost 0 -> 1

template <int Shift> __device__ void put(int *s, int v) {
  s[threadIdx.x] = v + Shift;
}

template <class T> __device__ T get(const T *s, int k) {
  return s[(threadIdx.x + k) & 63];
}

__global__ void exchange(int *v) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  put<3>(s, v[i]);
  v[i] = get(s, 5);
}
