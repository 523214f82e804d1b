// Loads, stores and exchanges of a warp; which lane takes which element is as in cub.cuh.
#pragma once
#include "../lowering_collective.cuh"

namespace cub {
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

#define LOWERING_CUB_WARP(NAME) \
  static_assert(THREADS == 32, "logical warps of other sizes are not supported here"); \
\
public: \
  typedef lowering::Storage<32> TempStorage; \
  __device__ explicit NAME(TempStorage &s) : lowering::Collective<32>(s) {}

template <class T, int ITEMS, WarpLoadAlgorithm A = WARP_LOAD_DIRECT, int THREADS = 32, int = 0>
class WarpLoad : lowering::Collective<32> {
  LOWERING_CUB_WARP(WarpLoad)
  template <class P> __device__ void Load(P p, T (&items)[ITEMS], int valid = 32 * ITEMS) {
    const bool inOrder = A == WARP_LOAD_DIRECT || A == WARP_LOAD_VECTORIZE;
    const int lane = lowering::rankInBlock() % 32;
    for (int i = 0; i < ITEMS; ++i) {
      int at = inOrder ? lane * ITEMS + i : lane + i * 32;
      if (at < valid)
        items[i] = p[at];
    }
    if (A == WARP_LOAD_TRANSPOSE) {
      this->meet();
      this->forget(items);
    }
  }
  template <class P, class D> __device__ void Load(P p, T (&items)[ITEMS], int valid, D other) {
    for (int i = 0; i < ITEMS; ++i)
      items[i] = other;
    Load(p, items, valid);
  }
};

template <class T, int ITEMS, WarpStoreAlgorithm A = WARP_STORE_DIRECT, int THREADS = 32, int = 0>
class WarpStore : lowering::Collective<32> {
  LOWERING_CUB_WARP(WarpStore)
  template <class P> __device__ void Store(P p, T (&items)[ITEMS], int valid = 32 * ITEMS) {
    const bool inOrder = A == WARP_STORE_DIRECT || A == WARP_STORE_VECTORIZE;
    const int lane = lowering::rankInBlock() % 32;
    if (A == WARP_STORE_TRANSPOSE) {
      this->meet();
      this->forget(items);
    }
    for (int i = 0; i < ITEMS; ++i) {
      int at = inOrder ? lane * ITEMS + i : lane + i * 32;
      if (at < valid)
        p[at] = items[i];
    }
  }
};

template <class T, int ITEMS, int THREADS = 32, int = 0>
class WarpExchange : lowering::Collective<32> {
  LOWERING_CUB_WARP(WarpExchange)
  template <class O> __device__ void BlockedToStriped(const T (&)[ITEMS], O (&out)[ITEMS]) {
    this->meet();
    this->forget(out);
  }
  template <class O> __device__ void StripedToBlocked(const T (&)[ITEMS], O (&out)[ITEMS]) {
    this->meet();
    this->forget(out);
  }
};
#undef LOWERING_CUB_WARP
} // namespace cub
