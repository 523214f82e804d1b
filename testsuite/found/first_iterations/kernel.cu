//--blockDim=64 --gridDim=[4,4]
// rows shorter than a tile meet, which the loops before do not decide: seen in their first iterations
// expect: confirmed race
// stages: verify

constexpr int side = 16, depth = 4, each = 4;

__global__ void product(const float *a, const float *b, float *c, int n, int k) {
  constexpr int threads = side * side / each;
  __shared__ float as[side * depth], bs[depth * side];
  int col = threadIdx.x % side, row = threadIdx.x / side * each;
  c += blockIdx.y * side * n + blockIdx.x * side;
  a += blockIdx.y * side * k;
  b += blockIdx.x * side;
  float sum[each] = {};
  for (int at = 0; at < k; at += depth) {
    for (int r = 0; r < side; r += threads / depth)
      as[(threadIdx.x / depth + r) * depth + threadIdx.x % depth] =
          a[(threadIdx.x / depth + r) * k + threadIdx.x % depth];
    for (int r = 0; r < depth; r += threads / side)
      bs[(threadIdx.x / side + r) * side + col] = b[(threadIdx.x / side + r) * n + col];
    __syncthreads();
    a += depth;
    b += depth * n;
    for (int d = 0; d < depth; ++d)
      for (int j = 0; j < each; ++j) sum[j] += as[(row + j) * depth + d] * bs[d * side + col];
    __syncthreads();
  }
  for (int j = 0; j < each; ++j) c[(row + j) * n + col] += sum[j];
}
