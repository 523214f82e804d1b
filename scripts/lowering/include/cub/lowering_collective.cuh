// What CUB's primitives of blocks and warps have in common, see cub.cuh.
#pragma once
#include "../cuda/functional"
#include "../lowering_sync.h"

namespace cub {
namespace lowering {
using namespace ::lowering;

template <int N> struct Storage {
  unsigned words[N];
  unsigned long long sums[(N + 31) / 32]; // of warps
};

// Whether sums of the type are computed, as those that places in memory come from.
template <class T> struct IsCounted {
  static constexpr bool value = __is_integral(T) && sizeof(T) >= 4;
};

// Those of the own logical warp of N threads.
template <int N> __device__ unsigned lanesOf() {
  return N >= 32 ? 0xffffffffu : ((1u << (N & 31)) - 1) << (laneId() & ~(N - 1u));
}

// Sums of the lanes up to the own one, in logical warps of N threads.
template <int N, class T> __device__ T sumInWarp(T v) {
  const unsigned lane = rankInBlock() % N;
  for (unsigned d = 1; d < N; d *= 2) {
    T left = __shfl_up_sync(lanesOf<N>(), v, d, N);
    if (lane >= d)
      v += left;
  }
  return v;
}

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
    return unknown<T>();
  }
  template <class T, int M> __device__ static void forget(T (&v)[M]) {
    for (int i = 0; i < M; ++i)
      v[i] = unknown<T>();
  }
  template <class T> __device__ static void forget(T &v) { v = unknown<T>(); }

  // The sum of the threads before the own one.
  template <class T> __device__ T sumBefore(T v, T &all) {
    const T own = v;
    v = sumInWarp<32>(v);
    const unsigned warp = rankInBlock() / 32;
    if (rankInBlock() % 32 == 31)
      storage_.sums[warp] = v;
    meet();
    all = sumOfWarps<T, N / 32>(N / 32);
    return sumOfWarps<T, N / 32>(warp) + v - own;
  }
  // Of the first `count` of W warps.
  template <class T, unsigned W> __device__ T sumOfWarps(unsigned count) const {
    if constexpr (W == 0)
      return 0;
    else
      return sumOfWarps<T, W - 1>(count) + (W - 1 < count ? T(storage_.sums[W - 1]) : T(0));
  }
};
} // namespace lowering
} // namespace cub

#define LOWERING_CUB_BLOCK(NAME, N) \
public: \
  typedef lowering::Storage<(N)> TempStorage; \
  __device__ explicit NAME(TempStorage &s) : lowering::Collective<(N)>(s) {} \
  __device__ NAME() : lowering::Collective<(N)>(lowering::Collective<(N)>::own()) {}
