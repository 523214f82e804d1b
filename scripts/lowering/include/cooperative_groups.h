// Cooperative groups, made of the barriers and exchanges that the lowering knows.
//
// A group of one warp is a set of lanes, its mask; a tile of more threads is known by its size
// alone. What a group exchanges through hidden memory or by an unknown algorithm is arbitrary, but
// its threads come together for it. Where one thread of a group does what the library leaves
// unspecified which, it is an arbitrary one (`leads`).
#pragma once

#include "lowering_sync.h"

namespace cooperative_groups {

namespace lowering {
using namespace ::lowering;

// The functions of two values that lanes can be reduced with exactly.
enum { op_add, op_min, op_max, op_and, op_or, op_xor, op_other };
template <class O> struct Operator { enum { value = op_other }; };

// Any value, which all lanes get.
template <class T> __device__ inline T agreed(unsigned mask) {
  if constexpr (sizeof(T) == 8)
    return __builtin_bit_cast(T, __reduce_xor_sync(mask, unknown<unsigned long long>()));
  else if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(T, __reduce_xor_sync(mask, unknown<unsigned>()));
  else if constexpr (sizeof(T) == 2)
    return __builtin_bit_cast(T, (unsigned short)__reduce_xor_sync(mask, unknown<unsigned>()));
  else
    return met<T>(mask);
}

// What is not exact depends on an order that is not known.
template <class T> __device__ inline T reduced(unsigned mask, T value, int operation) {
  if constexpr (__is_integral(T))
    switch (operation) {
    case op_add: return __reduce_add_sync(mask, value);
    case op_min: return __reduce_min_sync(mask, value);
    case op_max: return __reduce_max_sync(mask, value);
    case op_and: return __reduce_and_sync(mask, value);
    case op_or: return __reduce_or_sync(mask, value);
    case op_xor: return __reduce_xor_sync(mask, value);
    }
  return agreed<T>(mask);
}
} // namespace lowering

class grid_group {
public:
  struct arrival_token {};
  __device__ void sync() const { __lowering_grid_barrier(); }
  __device__ arrival_token barrier_arrive() const {
    __lowering_grid_arrive();
    return arrival_token();
  }
  __device__ void barrier_wait(arrival_token = arrival_token()) const { __lowering_grid_wait(); }
  __device__ bool is_valid() const { return true; }
  __device__ unsigned long long thread_rank() const {
    return (unsigned long long)lowering::rankOfBlock() * lowering::blockSize() +
           lowering::rankInBlock();
  }
  __device__ unsigned long long size() const {
    return (unsigned long long)lowering::gridSize() * lowering::blockSize();
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long block_rank() const { return lowering::rankOfBlock(); }
  __device__ unsigned long long num_blocks() const { return lowering::gridSize(); }
  __device__ dim3 group_dim() const { return gridDim; }
  __device__ dim3 dim_blocks() const { return gridDim; }
  __device__ dim3 block_index() const { return blockIdx; }
};

class multi_grid_group : public grid_group {};

class cluster_group {
  __device__ static unsigned in(unsigned index, unsigned size) { return index % size; }

public:
  struct arrival_token {};
  __device__ static void sync() { __lowering_cluster_barrier(); }
  __device__ static arrival_token barrier_arrive() {
    __lowering_cluster_arrive();
    return arrival_token();
  }
  __device__ static void barrier_wait() { __lowering_cluster_wait(); }
  __device__ static void barrier_wait(arrival_token) { __lowering_cluster_wait(); }
  __device__ static dim3 dim_blocks() { return __lowering_cluster_size; }
  __device__ static dim3 block_index() {
    dim3 size = __lowering_cluster_size;
    return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
  }
  __device__ static unsigned num_blocks() {
    dim3 size = __lowering_cluster_size;
    return size.x * size.y * size.z;
  }
  __device__ static unsigned block_rank() {
    dim3 size = __lowering_cluster_size, at = block_index();
    return (at.z * size.y + at.y) * size.x + at.x;
  }
  __device__ static unsigned thread_rank() {
    return block_rank() * lowering::blockSize() + lowering::rankInBlock();
  }
  __device__ static unsigned num_threads() { return num_blocks() * lowering::blockSize(); }
  __device__ static unsigned size() { return num_threads(); }
  template <class T> __device__ static T *map_shared_rank(T *p, unsigned rank) {
    return (T *)((char *)p + __lowering_distance(p, lowering::rankOfBlockInCluster(rank), rank,
                                                 num_blocks()));
  }
  template <class T> __device__ static unsigned query_shared_rank(const T *) {
    return block_rank();
  }
};

class thread_block {
public:
  struct arrival_token {};
  __device__ void sync() const { __lowering_block_barrier(); }
  __device__ arrival_token barrier_arrive() const {
    __lowering_block_arrive();
    return arrival_token();
  }
  __device__ void barrier_wait(arrival_token = arrival_token()) const { __lowering_block_wait(); }
  __device__ static unsigned thread_rank() { return lowering::rankInBlock(); }
  __device__ static unsigned size() { return lowering::blockSize(); }
  __device__ static unsigned num_threads() { return lowering::blockSize(); }
  __device__ static dim3 group_index() { return blockIdx; }
  __device__ static dim3 thread_index() { return threadIdx; }
  __device__ static dim3 group_dim() { return blockDim; }
  __device__ static dim3 dim_threads() { return blockDim; }
  __device__ bool leads(unsigned leader) const {
    __builtin_assume(leader < size());
    return thread_rank() == leader;
  }
};

// The lanes of a mask; D says which, and what a rank's lane is.
template <class D> class lane_group {
  __device__ const D &group() const { return static_cast<const D &>(*this); }

public:
  __device__ void sync() const { __syncwarp(group().mask()); }
  template <class T> __device__ T shfl(T v, unsigned rank) const {
    return lowering::shuffled(group().mask(), v, group().lane(rank), D::width());
  }
  __device__ int any(int p) const { return __any_sync(group().mask(), p); }
  __device__ int all(int p) const { return __all_sync(group().mask(), p); }
  template <class T> __device__ bool leads(T) const {
    return __lowering_elected(group().mask()) == lowering::laneId();
  }
  template <class T> __device__ T reduced(T v, int operation) const {
    return lowering::reduced(group().mask(), v, operation);
  }
  template <class T> __device__ T met() const { return lowering::met<T>(group().mask()); }
};

template <unsigned N> class warp_tile : public lane_group<warp_tile<N>> {
public:
  __device__ void sync() const { __lowering_tile_barrier(N); }
  __device__ static unsigned mask() {
    return N >= 32 ? 0xffffffffu : ((1u << (N & 31)) - 1) << (lowering::laneId() & ~(N - 1));
  }
  __device__ static unsigned lane(unsigned rank) { return rank; }
  __device__ static int width() { return N; }
  template <class T> __device__ T shfl_up(T v, unsigned n) const {
    return lowering::shuffledUp(mask(), v, n, N);
  }
  template <class T> __device__ T shfl_down(T v, unsigned n) const {
    return lowering::shuffledDown(mask(), v, n, N);
  }
  template <class T> __device__ T shfl_xor(T v, unsigned n) const {
    return lowering::shuffledXor(mask(), v, n, N);
  }
  __device__ unsigned packed(unsigned m) const {
    return N >= 32 ? m : m >> (lowering::laneId() & ~(N - 1));
  }
  __device__ unsigned ballot(int p) const { return packed(__ballot_sync(mask(), p)); }
  template <class T> __device__ unsigned match_any(T v) const {
    return packed(__match_any_sync(mask(), v));
  }
  template <class T> __device__ unsigned match_all(T v, int &p) const {
    return packed(__match_all_sync(mask(), v, &p));
  }
};

// Of several warps: they meet through memory of the block.
template <unsigned N> class block_tile {
public:
  __device__ void sync() const { __lowering_tile_barrier(N); }
  template <class T> __device__ T met() const {
    __lowering_tile_execution_barrier(N);
    return lowering::unknown<T>();
  }
  template <class T> __device__ T shfl(T, unsigned) const { return met<T>(); }
  __device__ int any(int) const { return met<int>(); }
  __device__ int all(int) const { return met<int>(); }
  template <class T> __device__ T reduced(T, int) const { return met<T>(); }
  __device__ bool leads(unsigned leader) const {
    __builtin_assume(leader < N);
    return lowering::rankInBlock() % N == leader;
  }
};

namespace lowering {
template <unsigned N, bool oneWarp> struct TileBase { typedef warp_tile<N> type; };
template <unsigned N> struct TileBase<N, false> { typedef block_tile<N> type; };
} // namespace lowering

template <unsigned N, class Parent = void>
class thread_block_tile : public lowering::TileBase<N, (N <= 32)>::type {
  static_assert(N && !(N & (N - 1)), "the size of a tile is a power of two");

public:
  __device__ thread_block_tile() {}
  template <class Other> __device__ thread_block_tile(const thread_block_tile<N, Other> &) {}
  __device__ static unsigned size() { return N; }
  __device__ static unsigned num_threads() { return N; }
  __device__ static unsigned thread_rank() { return lowering::rankInBlock() % N; }
  __device__ static unsigned meta_group_rank() { return metaRank((Parent *)0); }
  __device__ static unsigned meta_group_size() { return metaSize((Parent *)0); }

private:
  __device__ static unsigned metaRank(const void *) { return lowering::rankInBlock() / N; }
  __device__ static unsigned metaSize(const void *) {
    return (lowering::blockSize() + N - 1) / N;
  }
  template <unsigned M, class P>
  __device__ static unsigned metaRank(const thread_block_tile<M, P> *) {
    return lowering::rankInBlock() % M / N;
  }
  template <unsigned M, class P>
  __device__ static unsigned metaSize(const thread_block_tile<M, P> *) {
    return M / N;
  }
};

class coalesced_group : public lane_group<coalesced_group> {
  unsigned mask_;
  unsigned metaRank_, metaSize_;

public:
  __device__ explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned size = 1)
      : mask_(mask), metaRank_(rank), metaSize_(size) {}
  template <class Parent>
  __device__ coalesced_group(const thread_block_tile<32, Parent> &)
      : coalesced_group(0xffffffffu) {}
  __device__ unsigned mask() const { return mask_; }
  __device__ static int width() { return 32; }
  __device__ unsigned lane(unsigned rank) const {
    return rank == 0 ? __ffs(mask_) - 1 : __fns(mask_, 0, rank + 1);
  }
  __device__ unsigned size() const { return __popc(mask_); }
  __device__ unsigned num_threads() const { return __popc(mask_); }
  __device__ unsigned thread_rank() const {
    return __popc(mask_ & ((1u << lowering::laneId()) - 1));
  }
  __device__ unsigned meta_group_rank() const { return metaRank_; }
  __device__ unsigned meta_group_size() const { return metaSize_; }
  // From lane to lane by rank; who has no partner keeps its own value.
  template <class T> __device__ T shfl_up(T v, unsigned n) const {
    unsigned from = thread_rank() >= n ? lane(thread_rank() - n) : lowering::laneId();
    return lowering::shuffled(mask_, v, from, 32);
  }
  template <class T> __device__ T shfl_down(T v, unsigned n) const {
    unsigned from = thread_rank() + n < size() ? lane(thread_rank() + n) : lowering::laneId();
    return lowering::shuffled(mask_, v, from, 32);
  }
  // Bits by rank: known of a whole warp only.
  __device__ unsigned packed(unsigned m) const {
    return mask_ == 0xffffffffu ? m : lowering::unknown<unsigned>();
  }
  __device__ unsigned ballot(int p) const { return packed(__ballot_sync(mask_, p)); }
  template <class T> __device__ unsigned match_any(T v) const {
    return packed(__match_any_sync(mask_, v));
  }
  template <class T> __device__ unsigned match_all(T v, int &p) const {
    return packed(__match_all_sync(mask_, v, &p));
  }
};

// Any group of a block, known while the kernel runs.
class thread_group {
  enum Kind { kind_block, kind_tile, kind_lanes };  // no names that projects define
  Kind kind_;
  unsigned size_, rank_, mask_;

public:
  __device__ thread_group(const thread_block &)
      : kind_(kind_block), size_(lowering::blockSize()), rank_(lowering::rankInBlock()), mask_(0) {}
  template <unsigned N, class P>
  __device__ thread_group(const thread_block_tile<N, P> &t)
      : kind_(kind_tile), size_(N), rank_(t.thread_rank()), mask_(0) {}
  __device__ thread_group(const coalesced_group &g)
      : kind_(kind_lanes), size_(g.size()), rank_(g.thread_rank()), mask_(g.mask()) {}
  __device__ thread_group(unsigned size)
      : kind_(kind_tile), size_(size), rank_(lowering::rankInBlock() % size), mask_(0) {}
  __device__ void sync() const {
    if (kind_ == kind_block)
      __lowering_block_barrier();
    else if (kind_ == kind_tile)
      __lowering_tile_barrier(size_);
    else
      __syncwarp(mask_);
  }
  __device__ unsigned size() const { return size_; }
  __device__ unsigned num_threads() const { return size_; }
  __device__ unsigned thread_rank() const { return rank_; }
  __device__ bool leads(unsigned leader) const {
    if (kind_ == kind_lanes)
      return __lowering_elected(mask_) == lowering::laneId();
    __builtin_assume(leader < size_);
    return rank_ == leader;
  }
  // Tiles of n threads, of this group.
  __device__ thread_group part(unsigned n) const {
    if (kind_ == kind_lanes)
      return coalesced_group(__match_any_sync(mask_, rank_ / n));
    return thread_group(n);
  }
};

__device__ inline grid_group this_grid() { return grid_group(); }
__device__ inline multi_grid_group this_multi_grid() { return multi_grid_group(); }
__device__ inline cluster_group this_cluster() { return cluster_group(); }
__device__ inline thread_block this_thread_block() { return thread_block(); }
__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned N = 1, unsigned LARGEST_BLOCK = 0> struct block_tile_memory {};
template <unsigned N, unsigned M>
__device__ inline thread_block this_thread_block(block_tile_memory<N, M> &) {
  return thread_block();
}

template <unsigned N, class Parent>
__device__ inline thread_block_tile<N, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<N, Parent>();
}
template <unsigned N> __device__ inline coalesced_group tiled_partition(const coalesced_group &g) {
  return coalesced_group(__match_any_sync(g.mask(), g.thread_rank() / N), g.thread_rank() / N,
                         (g.size() + N - 1) / N);
}
__device__ inline coalesced_group tiled_partition(const coalesced_group &g, unsigned n) {
  return coalesced_group(__match_any_sync(g.mask(), g.thread_rank() / n), g.thread_rank() / n,
                         (g.size() + n - 1) / n);
}
__device__ inline thread_group tiled_partition(const thread_group &g, unsigned n) {
  return g.part(n);
}

// The lanes with one label, or with one truth value.
template <class G, class T>
__device__ inline coalesced_group labeled_partition(const G &g, T label) {
  return coalesced_group(__match_any_sync(g.mask(), label), lowering::unknown<unsigned>(),
                         lowering::unknown<unsigned>());
}
template <class G> __device__ inline coalesced_group binary_partition(const G &g, bool p) {
  unsigned with = __ballot_sync(g.mask(), p);
  return coalesced_group(p ? with : g.mask() & ~with, p, 2);
}

template <class G> __device__ inline void sync(const G &g) { g.sync(); }
template <class G> __device__ inline void synchronize(const G &g) { g.sync(); }
template <class G> __device__ inline unsigned thread_rank(const G &g) { return g.thread_rank(); }
template <class G> __device__ inline unsigned group_size(const G &g) { return g.size(); }

template <class G, class F, class... A>
__device__ inline void invoke_one(const G &g, F &&f, A &&...arguments) {
  if (g.leads(__lowering_leader()))
    f(arguments...);
}

#define LOWERING_OPERATOR(NAME, CODE, EXPRESSION) \
  template <class T = void> struct NAME { \
    __device__ T operator()(T a, T b) const { return EXPRESSION; } \
  }; \
  template <class T> struct lowering::Operator<NAME<T>> { enum { value = lowering::CODE }; };
LOWERING_OPERATOR(plus, op_add, a + b)
LOWERING_OPERATOR(less, op_min, a < b ? a : b)
LOWERING_OPERATOR(greater, op_max, a < b ? b : a)
LOWERING_OPERATOR(bit_and, op_and, a &b)
LOWERING_OPERATOR(bit_or, op_or, a | b)
LOWERING_OPERATOR(bit_xor, op_xor, a ^ b)
#undef LOWERING_OPERATOR

template <class G, class T, class O> __device__ inline T reduce(const G &g, T v, O &&) {
  return g.reduced(v, lowering::Operator<lowering::Plain<O>>::value);
}
// Of lanes of a tile, step by step; of other groups arbitrary.
namespace lowering {
template <class G> struct IsTileOfWarp {
  static constexpr bool value = false;
};
template <unsigned N, class P> struct IsTileOfWarp<thread_block_tile<N, P>> {
  static constexpr bool value = N <= 32;
};
template <bool exclusive, class G, class T, class O>
__device__ inline T scanned(const G &g, T v, O &&op) {
  if constexpr (IsTileOfWarp<G>::value) {
    const unsigned rank = g.thread_rank();
    for (unsigned d = 1; d < G::size(); d *= 2) {
      T left = g.shfl_up(v, d);
      if (rank >= d)
        v = op(left, v);
    }
    if (exclusive) {
      T left = g.shfl_up(v, 1);
      v = rank == 0 ? T() : left;
    }
    return v;
  } else {
    return g.template met<T>();
  }
}
} // namespace lowering

#define LOWERING_SCAN(NAME, EXCLUSIVE) \
  template <class G, class T> __device__ inline T NAME(const G &g, T v) { \
    return lowering::scanned<EXCLUSIVE>(g, v, plus<T>()); \
  } \
  template <class G, class T, class O> __device__ inline T NAME(const G &g, T v, O &&op) { \
    return lowering::scanned<EXCLUSIVE>(g, v, op); \
  }
LOWERING_SCAN(inclusive_scan, false)
LOWERING_SCAN(exclusive_scan, true)
#undef LOWERING_SCAN

} // namespace cooperative_groups
