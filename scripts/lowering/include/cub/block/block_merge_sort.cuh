// Sorting by comparison: keys and values change places, and are arbitrary afterwards.
#pragma once
#include "../lowering_collective.cuh"

namespace cub {
namespace lowering {
template <class K, int N, int ITEMS> class MergeSort : protected Collective<N> {
protected:
  __device__ explicit MergeSort(Storage<N> &s) : Collective<N>(s) {}

public:
#define LOWERING_CUB_SORT(NAME) \
  template <class O> __device__ void NAME(K (&keys)[ITEMS], O) { \
    this->meet(); \
    this->forget(keys); \
  } \
  template <class O> __device__ void NAME(K (&keys)[ITEMS], O, int, K) { \
    this->meet(); \
    this->forget(keys); \
  } \
  template <class V, class O, class... More> \
  __device__ void NAME(K (&keys)[ITEMS], V (&values)[ITEMS], O, More &&...) { \
    this->meet(); \
    this->forget(keys); \
    this->forget(values); \
  }
  LOWERING_CUB_SORT(Sort)
  LOWERING_CUB_SORT(StableSort)
#undef LOWERING_CUB_SORT
};
} // namespace lowering

template <class K, int X, int ITEMS, class V = void, int Y = 1, int Z = 1>
class BlockMergeSort : public lowering::MergeSort<K, X * Y * Z, ITEMS> {
public:
  typedef lowering::Storage<X * Y * Z> TempStorage;
  __device__ explicit BlockMergeSort(TempStorage &s)
      : lowering::MergeSort<K, X * Y * Z, ITEMS>(s) {}
  __device__ BlockMergeSort() : BlockMergeSort(lowering::Collective<X * Y * Z>::own()) {}
};


template <class K, int ITEMS, int THREADS = 32, class V = void>
class WarpMergeSort : public lowering::MergeSort<K, 32, ITEMS> {
  static_assert(THREADS == 32, "logical warps of other sizes are not supported here");

public:
  typedef lowering::Storage<32> TempStorage;
  __device__ explicit WarpMergeSort(TempStorage &s) : lowering::MergeSort<K, 32, ITEMS>(s) {}
};
} // namespace cub
