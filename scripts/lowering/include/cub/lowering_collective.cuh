// What CUB's primitives of blocks and warps have in common, see cub.cuh.
#pragma once
#include "../cuda/functional"
#include "../lowering_sync.h"

namespace cub {
namespace lowering {
using namespace ::lowering;

template <int N> struct Storage {
  unsigned words[N];
};

template <int N> class Collective {
  static __device__ unsigned word() {
    if (N > 32)
      return rankInBlock();
    return rankInBlock() % 32;
  }

protected:
  Storage<N> &storage_;
  __device__ explicit Collective(Storage<N> &s) : storage_(s) {}
  __device__ void meet() {
    storage_.words[word()] = arbitrary<unsigned>();
    if (N > 32)
      __syncthreads_or(0);
    else
      __syncwarp();
    volatile unsigned seen = storage_.words[arbitrary<unsigned>() % N];
    (void)seen;
  }
  static __device__ Storage<N> &own() { // for primitives that are given none
    __shared__ Storage<N> storage;
    return storage;
  }
  template <class T> __device__ T met() {
    meet();
    return arbitrary<T>();
  }
  template <class T, int M> __device__ static void forget(T (&v)[M]) {
    for (int i = 0; i < M; ++i)
      v[i] = arbitrary<T>();
  }
  template <class T> __device__ static void forget(T &v) { v = arbitrary<T>(); }
};
} // namespace lowering
} // namespace cub

#define LOWERING_CUB_BLOCK(NAME, N) \
public: \
  typedef lowering::Storage<(N)> TempStorage; \
  __device__ explicit NAME(TempStorage &s) : lowering::Collective<(N)>(s) {} \
  __device__ NAME() : lowering::Collective<(N)>(lowering::Collective<(N)>::own()) {}
