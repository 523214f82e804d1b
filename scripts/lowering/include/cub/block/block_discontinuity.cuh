// What compares or exchanges items with those of neighbours in the block.
#pragma once
#include "../lowering_collective.cuh"

namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockDiscontinuity, X *Y *Z)
#define LOWERING_CUB_FLAG(NAME) \
  template <class F, int N, class O> __device__ void NAME(F (&flags)[N], T (&)[N], O) { \
    this->meet(); \
    this->forget(flags); \
  } \
  template <class F, int N, class O> __device__ void NAME(F (&flags)[N], T (&)[N], O, T) { \
    this->meet(); \
    this->forget(flags); \
  }
  LOWERING_CUB_FLAG(FlagHeads)
  LOWERING_CUB_FLAG(FlagTails)
#undef LOWERING_CUB_FLAG
  template <class F, int N, class... O>
  __device__ void FlagHeadsAndTails(F (&heads)[N], F (&tails)[N], O &&...) {
    this->meet();
    this->forget(heads);
    this->forget(tails);
  }
  template <class F, int N, class... O>
  __device__ void FlagHeadsAndTails(F (&heads)[N], T, F (&tails)[N], O &&...) {
    this->meet();
    this->forget(heads);
    this->forget(tails);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockAdjacentDifference, X *Y *Z)
#define LOWERING_CUB_DIFFERENCE(NAME) \
  template <int N, class O, class... More> \
  __device__ void NAME(T (&)[N], O (&out)[N], More &&...) { \
    this->meet(); \
    this->forget(out); \
  }
  LOWERING_CUB_DIFFERENCE(SubtractLeft)
  LOWERING_CUB_DIFFERENCE(SubtractLeftPartialTile)
  LOWERING_CUB_DIFFERENCE(SubtractRight)
  LOWERING_CUB_DIFFERENCE(SubtractRightPartialTile)
#undef LOWERING_CUB_DIFFERENCE
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle : lowering::Collective<X * Y * Z> {
  LOWERING_CUB_BLOCK(BlockShuffle, X *Y *Z)
  __device__ void Offset(T, T &out, int = 1) { out = this->template met<T>(); }
  __device__ void Rotate(T, T &out, unsigned = 1) { out = this->template met<T>(); }
  template <int N, class... More> __device__ void Up(T (&)[N], T (&out)[N], More &&...) {
    this->meet();
    this->forget(out);
  }
  template <int N, class... More> __device__ void Down(T (&)[N], T (&out)[N], More &&...) {
    this->meet();
    this->forget(out);
  }
};
} // namespace cub
