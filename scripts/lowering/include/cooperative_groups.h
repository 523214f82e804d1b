// Cooperative groups: the grid and the block synchronise; of smaller groups only ranks and sizes are
// known, what their threads exchange is arbitrary, and they order nothing.
#pragma once

namespace cooperative_groups {

namespace lowering {
__device__ inline unsigned rankInBlock() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned blockSize() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline unsigned rankOfBlock() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
__device__ inline unsigned gridSize() { return gridDim.x * gridDim.y * gridDim.z; }
template <class T> __device__ inline T arbitrary() {
  T result;
  return result;
}
} // namespace lowering

class grid_group {
public:
  __device__ void sync() const { __lowering_grid_barrier(); }
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

class thread_block {
public:
  __device__ void sync() const { __lowering_block_barrier(); }
  __device__ static unsigned thread_rank() { return lowering::rankInBlock(); }
  __device__ static unsigned size() { return lowering::blockSize(); }
  __device__ static unsigned num_threads() { return lowering::blockSize(); }
  __device__ static dim3 group_index() { return blockIdx; }
  __device__ static dim3 thread_index() { return threadIdx; }
  __device__ static dim3 group_dim() { return blockDim; }
  __device__ static dim3 dim_threads() { return blockDim; }
};

class thread_group {
  unsigned size_;
  unsigned rank_;
  bool block_;

public:
  __device__ thread_group(const thread_block &)
      : size_(lowering::blockSize()), rank_(lowering::rankInBlock()), block_(true) {}
  __device__ thread_group(unsigned size, unsigned rank) : size_(size), rank_(rank), block_(false) {}
  __device__ void sync() const {
    if (block_)
      __lowering_block_barrier();
  }
  __device__ unsigned size() const { return size_; }
  __device__ unsigned num_threads() const { return size_; }
  __device__ unsigned thread_rank() const { return rank_; }
};

template <class D> class warp_group {
public:
#define LOWERING_SHUFFLE(NAME) \
  template <class T> __device__ T NAME(T, unsigned) const { return lowering::arbitrary<T>(); }
  LOWERING_SHUFFLE(shfl)
  LOWERING_SHUFFLE(shfl_up)
  LOWERING_SHUFFLE(shfl_down)
  LOWERING_SHUFFLE(shfl_xor)
#undef LOWERING_SHUFFLE
  __device__ int any(int) const { return __lowering_arbitrary(); }
  __device__ int all(int) const { return __lowering_arbitrary(); }
  __device__ unsigned ballot(int) const { return __lowering_arbitrary(); }
  template <class T> __device__ unsigned match_any(T) const { return __lowering_arbitrary(); }
};

template <unsigned N, class Parent = void>
class thread_block_tile : public warp_group<thread_block_tile<N, Parent>> {
public:
  __device__ thread_block_tile() {}
  template <class Other> __device__ thread_block_tile(const thread_block_tile<N, Other> &) {}
  __device__ void sync() const { __lowering_tile_barrier(N); }
  __device__ static unsigned size() { return N; }
  __device__ static unsigned num_threads() { return N; }
  __device__ unsigned thread_rank() const { return lowering::rankInBlock() % N; }
  __device__ unsigned meta_group_rank() const { return lowering::rankInBlock() / N; }
  __device__ unsigned meta_group_size() const { return (lowering::blockSize() + N - 1) / N; }
  __device__ operator thread_group() const { return thread_group(N, thread_rank()); }
};

class coalesced_group : public warp_group<coalesced_group> {
public:
  __device__ void sync() const {}
  __device__ unsigned size() const { return __lowering_arbitrary(); }
  __device__ unsigned num_threads() const { return __lowering_arbitrary(); }
  __device__ unsigned thread_rank() const { return __lowering_arbitrary(); }
};

__device__ inline grid_group this_grid() { return grid_group(); }
__device__ inline multi_grid_group this_multi_grid() { return multi_grid_group(); }
__device__ inline thread_block this_thread_block() { return thread_block(); }
__device__ inline coalesced_group coalesced_threads() { return coalesced_group(); }

template <unsigned N, class Parent>
__device__ inline thread_block_tile<N, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<N, Parent>();
}
template <class Parent>
__device__ inline thread_group tiled_partition(const Parent &g, unsigned n) {
  return thread_group(n, g.thread_rank() % n);
}

template <class G> __device__ inline void sync(const G &g) { g.sync(); }
template <class G> __device__ inline void synchronize(const G &g) { g.sync(); }
template <class G> __device__ inline unsigned thread_rank(const G &g) { return g.thread_rank(); }
template <class G> __device__ inline unsigned group_size(const G &g) { return g.size(); }

template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return a < b ? a : b; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class G, class T, class O> __device__ inline T reduce(const G &, T, O) {
  return lowering::arbitrary<T>();
}
template <class G, class T> __device__ inline T inclusive_scan(const G &, T) {
  return lowering::arbitrary<T>();
}
template <class G, class T> __device__ inline T exclusive_scan(const G &, T) {
  return lowering::arbitrary<T>();
}

} // namespace cooperative_groups
