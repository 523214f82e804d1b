// What the headers for groups, barriers, pipelines, atomics and matrices are made of: functions that
// the lowering turns into primitives of the IR (scripts/lowering/builtins_sync.py).
#pragma once

extern const __device__ dim3 __lowering_cluster_size;

FN void __lowering_tile_execution_barrier(unsigned);  // as the barrier, but orders no memory
FN void __lowering_cluster_barrier(void);
FN void __lowering_block_arrive(void);
FN void __lowering_block_wait(void);
FN void __lowering_cluster_arrive(void);
FN void __lowering_cluster_wait(void);
FN void __lowering_grid_arrive(void);
FN void __lowering_grid_wait(void);

FN void __lowering_exchange(unsigned mask);      // of lanes, with arbitrary results
FN unsigned __lowering_elected(unsigned mask);   // a lane of the mask, one for each mask
FN unsigned __lowering_leader(void);             // a number of its own for each place of a call

// Barrier objects; scopes are those of cuda::thread_scope.
FN void __lowering_object_init(void *, unsigned);
FN void __lowering_object_invalidate(void *);
FN unsigned long long __lowering_object_arrive(void *, unsigned, int scope);
FN unsigned long long __lowering_object_drop(void *, int scope);
FN void __lowering_object_expect(void *, unsigned bytes);
FN void __lowering_object_copies(void *);
FN void __lowering_object_wait(void *, unsigned long long, int scope);
FN void __lowering_object_wait_parity(void *, bool, int scope);
FN bool __lowering_object_test(void *, unsigned long long, int scope);
FN bool __lowering_object_test_parity(void *, bool, int scope);

// Copies of so many bytes.
FNO void __lowering_async_copy(void *, const void *, size_t);
FNO void __lowering_async_copy(void *, const void *, size_t, void *object);
FN void __lowering_aligned_places(void *, const void *, size_t alignment);  // of a copy
FN void __lowering_copy_commit(void);
FNO void __lowering_copy_wait(void);
FNO void __lowering_copy_wait(unsigned groups);

FN void __lowering_fence(int order, int scope);
__device__ inline void __cluster_barrier_arrive(void) { __lowering_cluster_arrive(); }
__device__ inline void __cluster_barrier_wait(void) { __lowering_cluster_wait(); }
__device__ inline void __threadfence_cluster(void) { __lowering_fence(5, 3); }
// To the piece of a block of the grid, which has that rank among those of its cluster (distributed.py).
FN long long __lowering_distance(const volatile void *, unsigned block, unsigned rank, unsigned blocks);

namespace cuda {
template <size_t A> struct aligned_size_t;
}

namespace lowering {

// What the type of a size promises of both places of a copy.
template <class Size> struct Promise {
  static __device__ inline void check(void *, const void *) {}
};
template <size_t A> struct Promise<cuda::aligned_size_t<A>> {
  static __device__ inline void check(void *d, const void *s) {
    __lowering_aligned_places(d, s, A);
  }
};
template <class Size> __device__ inline size_t promised(void *d, const void *s, Size n) {
  Promise<Size>::check(d, s);
  return (size_t)n;
}

template <class T> struct PlainOf { typedef T type; };
template <class T> struct PlainOf<const T> { typedef T type; };
template <class T> struct PlainOf<T &> : PlainOf<T> {};
template <class T> struct PlainOf<T &&> : PlainOf<T> {};
template <class T> using Plain = typename PlainOf<T>::type;

__device__ inline unsigned rankInBlock() {
  return (__lowering_threadIdx.z * __lowering_blockDim.y + __lowering_threadIdx.y) *
             __lowering_blockDim.x +
         __lowering_threadIdx.x;
}
__device__ inline unsigned blockSize() {
  return __lowering_blockDim.x * __lowering_blockDim.y * __lowering_blockDim.z;
}
__device__ inline unsigned rankOfBlock() {
  return (__lowering_blockIdx.z * __lowering_gridDim.y + __lowering_blockIdx.y) *
             __lowering_gridDim.x +
         __lowering_blockIdx.x;
}
// Of the block that has that rank in the own cluster.
__device__ inline unsigned rankOfBlockInCluster(unsigned rank) {
  dim3 size = __lowering_cluster_size;
  uint3 at = __lowering_blockIdx;
  if (size.y == 1 && size.z == 1) return rankOfBlock() - at.x % size.x + rank;
  unsigned x = at.x - at.x % size.x + rank % size.x;
  unsigned y = at.y - at.y % size.y + rank / size.x % size.y;
  unsigned z = at.z - at.z % size.z + rank / (size.x * size.y);
  return (z * __lowering_gridDim.y + y) * __lowering_gridDim.x + x;
}
__device__ inline unsigned gridSize() {
  return __lowering_gridDim.x * __lowering_gridDim.y * __lowering_gridDim.z;
}
__device__ inline unsigned laneId() { return rankInBlock() % warpSize; }

template <class T> __device__ inline T arbitrary() {
  T result;
  return result;
}
// What the program has one value for, which is not computed here.
template <class T> __device__ inline T unknown() {
  unsigned words[(sizeof(T) + 3) / 4];
  for (unsigned &word : words)
    word = __lowering_unknown();
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}
// What lanes exchange when only they know how.
template <class T> __device__ inline T met(unsigned mask) {
  __lowering_exchange(mask);
  return unknown<T>();
}

#define LOWERING_SHUFFLE(NAME, FUNCTION) \
  template <class T> __device__ inline T NAME(unsigned mask, T v, unsigned n, int width) { \
    if constexpr (__is_arithmetic(T)) \
      return FUNCTION(mask, v, n, width); \
    else \
      return met<T>(mask); \
  }
LOWERING_SHUFFLE(shuffled, __shfl_sync)
LOWERING_SHUFFLE(shuffledUp, __shfl_up_sync)
LOWERING_SHUFFLE(shuffledDown, __shfl_down_sync)
LOWERING_SHUFFLE(shuffledXor, __shfl_xor_sync)
#undef LOWERING_SHUFFLE

} // namespace lowering
