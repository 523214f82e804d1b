//--blockDim=128 --gridDim=*
// A step over 32 elements or less stays within the 64 of a warp: barriers of warps suffice between
// two such steps.
// expect: verified
// stages: verify
__global__ void sort(unsigned *keys) {
  __shared__ unsigned s[256];
  int t = threadIdx.x;
  s[t] = keys[blockIdx.x * 256 + t];
  s[t + 128] = keys[blockIdx.x * 256 + t + 128];
  __syncthreads();
  for (int size = 2; size <= 256; size <<= 1)
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      int low = 2 * t - (t & (stride - 1)), high = low + stride;
      unsigned a = s[low], b = s[high];
      if ((a > b) == ((low & size) == 0)) {
        s[low] = b;
        s[high] = a;
      }
      int next = stride > 1 ? stride >> 1 : size;
      if (stride > 32 || next > 32)
        __syncthreads();
      else
        __syncwarp();
    }
  keys[blockIdx.x * 256 + t] = s[t];
  keys[blockIdx.x * 256 + t + 128] = s[t + 128];
}
