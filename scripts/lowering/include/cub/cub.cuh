// CUB's primitives of blocks and warps, by their contract: those of a block use their temporary
// storage, so that another use needs a barrier in between. Results are arbitrary, but for prefix
// sums of integers: places in memory come from these.
//
//   primitive                    comes together    temporary storage
//   WarpReduce, WarpScan         a logical warp    not touched (they exchange between lanes)
//   Warp*, others                the warp          each lane writes a word, meets, reads any
//   Block*, of up to 32 threads  the warp          each thread writes a word, meets, reads any
//   Block*, of more              the block         the same
//
// The barrier inside orders all memory, as that of CUB does.
#pragma once
#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "lowering_collective.cuh"

namespace cub {
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

#define LOWERING_CUB_OPERATOR(NAME, EXPRESSION) \
  struct NAME { \
    template <class T> __device__ __host__ T operator()(const T &a, const T &b) const { \
      return EXPRESSION; \
    } \
  };
LOWERING_CUB_OPERATOR(Sum, a + b)
LOWERING_CUB_OPERATOR(Max, a < b ? b : a)
LOWERING_CUB_OPERATOR(Min, b < a ? b : a)
#undef LOWERING_CUB_OPERATOR

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1, int = 0>
class BlockReduce : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockReduce, X *Y *Z)
  template <class I> __device__ T Sum(const I &) { return this->template met<T>(); }
  template <class I> __device__ T Sum(const I &, int) { return this->template met<T>(); }
  template <class I, class O> __device__ T Reduce(const I &, O) {
    return this->template met<T>();
  }
  template <class I, class O> __device__ T Reduce(const I &, O, int) {
    return this->template met<T>();
  }
};

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockScan, X *Y *Z)
#define LOWERING_CUB_SCAN(NAME) \
  template <class I, class O> __device__ void NAME(const I &, O &out) { \
    this->meet(); \
    this->forget(out); \
  } \
  template <class I, class O, class U> __device__ void NAME(const I &, O &out, U &&) { \
    this->meet(); \
    this->forget(out); \
  } \
  template <class I, class O, class U, class V> \
  __device__ void NAME(const I &, O &out, U &&, V &&) { \
    this->meet(); \
    this->forget(out); \
  } \
  template <class I, class O, class U, class V> \
  __device__ void NAME(const I &, O &out, U &&, V &&, T &all) { \
    this->meet(); \
    this->forget(out); \
    this->forget(all); \
  }
  LOWERING_CUB_SCAN(InclusiveScan)
  LOWERING_CUB_SCAN(ExclusiveScan)
#undef LOWERING_CUB_SCAN

private:
  static constexpr bool isCounted = lowering::IsCounted<T>::value && X * Y * Z % 32 == 0;
  template <bool exclusive> __device__ void sum(const T &in, T &out, T &all) {
    if constexpr (isCounted) {
      const T own = in;
      out = this->sumBefore(own, all) + (exclusive ? 0 : own);
    } else {
      this->meet();
      this->forget(out);
      this->forget(all);
    }
  }
  template <bool exclusive, int ITEMS>
  __device__ void sum(const T (&in)[ITEMS], T (&out)[ITEMS], T &all) {
    if constexpr (isCounted) {
      T own = 0;
      for (int i = 0; i < ITEMS; ++i)
        own += in[i];
      T before = this->sumBefore(own, all);
      for (int i = 0; i < ITEMS; ++i) {
        const T item = in[i];
        out[i] = exclusive ? before : before + item;
        before += item;
      }
    } else {
      this->meet();
      this->forget(out);
      this->forget(all);
    }
  }

public:
#define LOWERING_CUB_SUM(NAME, EXCLUSIVE) \
  __device__ void NAME(const T &in, T &out) { \
    T all; \
    sum<EXCLUSIVE>(in, out, all); \
  } \
  __device__ void NAME(const T &in, T &out, T &all) { sum<EXCLUSIVE>(in, out, all); } \
  template <int ITEMS> __device__ void NAME(const T (&in)[ITEMS], T (&out)[ITEMS]) { \
    T all; \
    sum<EXCLUSIVE>(in, out, all); \
  } \
  template <int ITEMS> __device__ void NAME(const T (&in)[ITEMS], T (&out)[ITEMS], T &all) { \
    sum<EXCLUSIVE>(in, out, all); \
  } \
  template <class I, class O> __device__ void NAME(const I &, O &out) { \
    this->meet(); \
    this->forget(out); \
  } \
  template <class I, class O, class U> __device__ void NAME(const I &, O &out, U &&) { \
    this->meet(); \
    this->forget(out); \
  }
  LOWERING_CUB_SUM(InclusiveSum, false)
  LOWERING_CUB_SUM(ExclusiveSum, true)
#undef LOWERING_CUB_SUM
};

// Keys and values change places: they are arbitrary afterwards.
template <class K, int X, int ITEMS, class V = void, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockRadixSort, X *Y *Z)
#define LOWERING_CUB_SORT(NAME) \
  __device__ void NAME(K (&keys)[ITEMS], int = 0, int = sizeof(K) * 8) { \
    this->meet(); \
    this->forget(keys); \
  } \
  template <class W> \
  __device__ void NAME(K (&keys)[ITEMS], W (&values)[ITEMS], int = 0, int = sizeof(K) * 8) { \
    this->meet(); \
    this->forget(keys); \
    this->forget(values); \
  }
  LOWERING_CUB_SORT(Sort)
  LOWERING_CUB_SORT(SortDescending)
  LOWERING_CUB_SORT(SortBlockedToStriped)
  LOWERING_CUB_SORT(SortDescendingBlockedToStriped)
#undef LOWERING_CUB_SORT
};

template <class T, int X, int ITEMS, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockExchange, X *Y *Z)
#define LOWERING_CUB_MOVE(NAME) \
  __device__ void NAME(T (&v)[ITEMS]) { \
    this->meet(); \
    this->forget(v); \
  } \
  template <class O> __device__ void NAME(const T (&)[ITEMS], O (&out)[ITEMS]) { \
    this->meet(); \
    this->forget(out); \
  }
  LOWERING_CUB_MOVE(BlockedToStriped)
  LOWERING_CUB_MOVE(StripedToBlocked)
  LOWERING_CUB_MOVE(BlockedToWarpStriped)
  LOWERING_CUB_MOVE(WarpStripedToBlocked)
#undef LOWERING_CUB_MOVE
};

// Which thread reads or writes which element: in the order of the items where that is the algorithm,
// else striped and exchanged.
template <class T, int X, int ITEMS, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int = 0>
class BlockLoad : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockLoad, X *Y *Z)
  template <class P> __device__ void Load(P p, T (&items)[ITEMS], int valid = X * Y * Z * ITEMS) {
    const bool inOrder = A == BLOCK_LOAD_DIRECT || A == BLOCK_LOAD_VECTORIZE;
    const int rank = lowering::rankInBlock();
    for (int i = 0; i < ITEMS; ++i) {
      int at = inOrder ? rank * ITEMS + i : rank + i * X * Y * Z;
      if (at < valid)
        items[i] = p[at];
    }
    if (A >= BLOCK_LOAD_TRANSPOSE) {
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

template <class T, int X, int ITEMS, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1,
          int Z = 1, int = 0>
class BlockStore : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockStore, X *Y *Z)
  template <class P> __device__ void Store(P p, T (&items)[ITEMS], int valid = X * Y * Z * ITEMS) {
    const bool inOrder = A == BLOCK_STORE_DIRECT || A == BLOCK_STORE_VECTORIZE;
    const int rank = lowering::rankInBlock();
    if (A >= BLOCK_STORE_TRANSPOSE) {
      this->meet();
      this->forget(items);
    }
    for (int i = 0; i < ITEMS; ++i) {
      int at = inOrder ? rank * ITEMS + i : rank + i * X * Y * Z;
      if (at < valid)
        p[at] = items[i];
    }
  }
};

// Logical warps: so many threads in a row.
template <class T, int N = 32, int = 0> class WarpReduce {
  static_assert(N > 0 && N <= 32 && !(N & (N - 1)), "logical warps of other sizes are not supported");

protected:
  template <class R> __device__ static R met() {
    __lowering_tile_execution_barrier(N);
    return lowering::unknown<R>();
  }

public:
  struct TempStorage {};
  __device__ explicit WarpReduce(TempStorage &) {}
  template <class I> __device__ T Sum(const I &) { return met<T>(); }
  template <class I> __device__ T Sum(const I &, int) { return met<T>(); }
  template <class I, class O> __device__ T Reduce(const I &, O) { return met<T>(); }
  template <class I, class O> __device__ T Reduce(const I &, O, int) { return met<T>(); }
};

template <class T, int N = 32, int = 0> class WarpScan : WarpReduce<T, N> {
public:
  struct TempStorage {};
  __device__ explicit WarpScan(TempStorage &) : WarpReduce<T, N>(*(typename WarpReduce<T, N>::TempStorage *)0) {}

private:
  template <bool exclusive> __device__ static T sum(T v) {
    if constexpr (lowering::IsCounted<T>::value)
      return lowering::sumInWarp<N>(v) - (exclusive ? v : 0);
    else
      return WarpReduce<T, N>::template met<T>();
  }
  __device__ static T ofLastLane(T sum) {
    if constexpr (lowering::IsCounted<T>::value)
      return __shfl_sync(lowering::lanesOf<N>(), sum, N - 1, N);
    else
      return WarpReduce<T, N>::template met<T>();
  }

public:
  __device__ void InclusiveSum(T v, T &out) { out = sum<false>(v); }
  __device__ void InclusiveSum(T v, T &out, T &all) { all = ofLastLane(out = sum<false>(v)); }
  __device__ void ExclusiveSum(T v, T &out) { out = sum<true>(v); }
  __device__ void ExclusiveSum(T v, T &out, T &all) {
    out = sum<true>(v);
    all = ofLastLane(out + v);
  }
#define LOWERING_CUB_SCAN(NAME) \
  template <class U> __device__ void NAME(T, T &out, U &&) { out = this->template met<T>(); } \
  template <class U, class V> __device__ void NAME(T, T &out, U &&, V &&) { \
    out = this->template met<T>(); \
  }
  LOWERING_CUB_SCAN(InclusiveScan)
  LOWERING_CUB_SCAN(ExclusiveScan)
#undef LOWERING_CUB_SCAN
};

// The bits of a key in the order of unsigned numbers.
template <class T, class BITS, bool FLOATING, bool SIGNED> struct LoweringTraits {
  typedef BITS UnsignedBits;
  static constexpr BITS HIGH_BIT = BITS(BITS(1) << (sizeof(BITS) * 8 - 1));
  static __device__ __host__ BITS TwiddleIn(BITS key) {
    BITS negative = FLOATING && (key & HIGH_BIT) ? BITS(~BITS(0)) : HIGH_BIT;
    return FLOATING || SIGNED ? BITS(key ^ negative) : key;
  }
  static __device__ __host__ BITS TwiddleOut(BITS key) {
    BITS negative = FLOATING && !(key & HIGH_BIT) ? BITS(~BITS(0)) : HIGH_BIT;
    return FLOATING || SIGNED ? BITS(key ^ negative) : key;
  }
};
template <class T> struct Traits;
#define LOWERING_TRAITS(T, BITS, FLOATING, SIGNED) \
  template <> struct Traits<T> : LoweringTraits<T, BITS, FLOATING, SIGNED> {};
LOWERING_TRAITS(signed char, unsigned char, false, true)
LOWERING_TRAITS(unsigned char, unsigned char, false, false)
LOWERING_TRAITS(short, unsigned short, false, true)
LOWERING_TRAITS(unsigned short, unsigned short, false, false)
LOWERING_TRAITS(int, unsigned, false, true)
LOWERING_TRAITS(unsigned, unsigned, false, false)
LOWERING_TRAITS(long, unsigned long, false, true)
LOWERING_TRAITS(unsigned long, unsigned long, false, false)
LOWERING_TRAITS(long long, unsigned long long, false, true)
LOWERING_TRAITS(unsigned long long, unsigned long long, false, false)
LOWERING_TRAITS(float, unsigned, true, true)
LOWERING_TRAITS(double, unsigned long long, true, true)
LOWERING_TRAITS(__half, unsigned short, true, true)
LOWERING_TRAITS(__nv_bfloat16, unsigned short, true, true)
#undef LOWERING_TRAITS
} // namespace cub

#include "block/block_discontinuity.cuh"
#include "block/block_histogram.cuh"
#include "block/block_merge_sort.cuh"
#include "lowering_utilities.cuh"
#include "warp/warp_load.cuh"
