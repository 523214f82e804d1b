// Counts of the items of a block. With atomic updates each item is one of them; by sorting, the
// storage is used and each counter is updated by one thread.
#pragma once
#include "../lowering_collective.cuh"

namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int ITEMS, int BINS, BlockHistogramAlgorithm A = BLOCK_HISTO_SORT,
          int Y = 1, int Z = 1, int = 0>
class BlockHistogram : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockHistogram, X *Y *Z)
  template <class C> __device__ void InitHistogram(C *counters) {
    for (int i = lowering::rankInBlock(); i < BINS; i += X * Y * Z)
      counters[i] = 0;
  }
  template <class C> __device__ void Composite(T (&items)[ITEMS], C *counters) {
    if (A == BLOCK_HISTO_ATOMIC) {
      for (int i = 0; i < ITEMS; ++i)
        atomicAdd(counters + items[i], 1);
      return;
    }
    this->meet();
    this->forget(items);
    for (int i = lowering::rankInBlock(); i < BINS; i += X * Y * Z)
      counters[i] += lowering::unknown<C>();
  }
  template <class C> __device__ void Histogram(T (&items)[ITEMS], C *counters) {
    InitHistogram(counters);
    __syncthreads();
    Composite(items, counters);
  }
};
} // namespace cub
