//--blockDim=64 --gridDim=1
// each thread updates an element of its own, which others read: a barrier may stand between the read
// and the write
// expect: race
// expect-repair: repaired; cost 0 -> 20

__global__ void scan(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  for (int d = 1; d < 64; d *= 2)
    s[t] += s[t ^ d];
  out[t] = s[t];
}
