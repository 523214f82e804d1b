//--blockDim=64 --gridDim=2
// each lane goes through those behind it only, so that the last ones are missing in the exchange
// expect: divergence
// stages: verify
__global__ void total(const int *key, const int *value, int *out) {
  const int lane = threadIdx.x & 31, i = blockIdx.x * 64 + threadIdx.x;
  const unsigned peers = __match_any_sync(0xffffffffu, key[i] & 7);
  int sum = 0;
  for (unsigned rest = peers & ~((1u << lane) - 1); rest != 0; rest &= rest - 1)
    sum += __shfl_sync(peers, value[i], __ffs(rest) - 1);
  out[i] = sum;
}
