#include <iostream>
#include <map>
#include <tiles/reduce.cuh>

constexpr int kBlocks = 1 << 4;

void sums(const float *in, float *out, const int *counts, int *total) {
  const int threads = 2 * TILE;
  dim3 grid(kBlocks);
  tiles::block_sum<float, 128><<<grid, threads>>>(in, out);
  tiles::block_sum<int, 32><<<kBlocks / 2, 32>>>(counts, total);
  std::map<int, int> calls;
  std::cout << calls[threads] << std::endl;
}
