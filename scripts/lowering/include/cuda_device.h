// Built-in variables and functions of device code.
#pragma once

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
// The same, as what ranks are computed from.
extern const __device__ uint3 __lowering_threadIdx;
extern const __device__ uint3 __lowering_blockIdx;
extern const __device__ dim3 __lowering_blockDim;
extern const __device__ dim3 __lowering_gridDim;

#define __same_group \
  ((blockIdx.x == __other_unsigned(blockIdx.x)) & (blockIdx.y == __other_unsigned(blockIdx.y)) & \
   (blockIdx.z == __other_unsigned(blockIdx.z)))
#define __requires_fresh_array(P) ((void)(P))

#define LOWERING_RESULT(NAME, TYPE) FN TYPE __return_val_##NAME(void);
LOWERING_RESULT(int, int)
LOWERING_RESULT(uint, unsigned)
LOWERING_RESULT(unsigned, unsigned)
LOWERING_RESULT(bool, bool)
LOWERING_RESULT(char, char)
LOWERING_RESULT(short, short)
LOWERING_RESULT(long, long)
LOWERING_RESULT(float, float)
LOWERING_RESULT(double, double)
LOWERING_RESULT(int2, int2)
LOWERING_RESULT(int4, int4)
LOWERING_RESULT(float4, float4)
LOWERING_RESULT(ptr, void *)
LOWERING_RESULT(function, void *)
#undef LOWERING_RESULT
#define __return_val_funptr(T) ((T)__return_val_function())

// Barriers, fences, control

FN void __syncthreads(void);
FN int __syncthreads_or(int);
FN int __syncthreads_and(int);
FN int __syncthreads_count(int);
FN void __lowering_block_barrier(void);
FN void __lowering_grid_barrier(void);
FN void __lowering_tile_barrier(unsigned);
FN void __barrier_sync(unsigned);
FN void __barrier_sync_count(unsigned, unsigned);
FN unsigned __lowering_arbitrary(void);  // any value
FN unsigned __lowering_unknown(void);    // one that is not computed
FN void __syncwarp(unsigned mask = 0xffffffff);
FN void __threadfence(void);
FN void __threadfence_block(void);
FN void __threadfence_system(void);
FN void __trap(void);
FN void __brkpt(void);
extern "C" __device__ __host__ void __lowering_assert(bool);
#ifndef NDEBUG
#define assert(E) __lowering_assert(static_cast<bool>(E))
#else
#define assert(E) ((void)0)
#endif
extern "C" __device__ __host__ int printf(const char *, ...);
typedef long clock_t;
FN clock_t clock(void);
FN long long clock64(void);
FN void __nanosleep(unsigned);

// Atomics

#define LOWERING_ATOMIC2(NAME, T) \
  FNO T NAME(T *, T); \
  FNO T NAME##_block(T *, T); \
  FNO T NAME##_system(T *, T);
#define LOWERING_ATOMIC3(NAME, T) \
  FNO T NAME(T *, T, T); \
  FNO T NAME##_block(T *, T, T); \
  FNO T NAME##_system(T *, T, T);
#define LOWERING_INTEGERS(NAME) \
  LOWERING_ATOMIC2(NAME, int) \
  LOWERING_ATOMIC2(NAME, unsigned) \
  LOWERING_ATOMIC2(NAME, unsigned long long) \
  LOWERING_ATOMIC2(NAME, long long)
LOWERING_INTEGERS(atomicAdd)
LOWERING_INTEGERS(atomicSub)
LOWERING_INTEGERS(atomicExch)
LOWERING_INTEGERS(atomicMin)
LOWERING_INTEGERS(atomicMax)
LOWERING_INTEGERS(atomicAnd)
LOWERING_INTEGERS(atomicOr)
LOWERING_INTEGERS(atomicXor)
LOWERING_ATOMIC2(atomicAdd, float)
LOWERING_ATOMIC2(atomicAdd, double)
LOWERING_ATOMIC2(atomicExch, float)
LOWERING_ATOMIC2(atomicExch, double)
LOWERING_ATOMIC2(atomicExch, unsigned short)
LOWERING_ATOMIC2(atomicInc, unsigned)
LOWERING_ATOMIC2(atomicDec, unsigned)
LOWERING_ATOMIC3(atomicCAS, int)
LOWERING_ATOMIC3(atomicCAS, unsigned)
LOWERING_ATOMIC3(atomicCAS, unsigned long long)
LOWERING_ATOMIC3(atomicCAS, unsigned short)
#undef LOWERING_ATOMIC2
#undef LOWERING_ATOMIC3
#undef LOWERING_INTEGERS
// Atomic for each component.
__device__ inline float2 atomicAdd(float2 *p, float2 v) {
  return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
__device__ inline float4 atomicAdd(float4 *p, float4 v) {
  return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                     atomicAdd(&p->w, v.w));
}

// Warps

FN int __all(int);
FN int __any(int);
FN unsigned __ballot(int);
FN int __all_sync(unsigned, int);
FN int __any_sync(unsigned, int);
FN unsigned __ballot_sync(unsigned, int);
FN unsigned __activemask(void);
FN unsigned __fns(unsigned, unsigned, int);
#define LOWERING_WARP(T) \
  FNO T __shfl(T, int, int = 32); \
  FNO T __shfl_up(T, unsigned, int = 32); \
  FNO T __shfl_down(T, unsigned, int = 32); \
  FNO T __shfl_xor(T, int, int = 32); \
  FNO T __shfl_sync(unsigned, T, int, int = 32); \
  FNO T __shfl_up_sync(unsigned, T, unsigned, int = 32); \
  FNO T __shfl_down_sync(unsigned, T, unsigned, int = 32); \
  FNO T __shfl_xor_sync(unsigned, T, int, int = 32); \
  FNO unsigned __match_any_sync(unsigned, T); \
  FNO unsigned __match_all_sync(unsigned, T, int *);
LOWERING_WARP(int)
LOWERING_WARP(unsigned)
LOWERING_WARP(long)
LOWERING_WARP(unsigned long)
LOWERING_WARP(long long)
LOWERING_WARP(unsigned long long)
LOWERING_WARP(float)
LOWERING_WARP(double)
#undef LOWERING_WARP
#define LOWERING_REDUCE(NAME) \
  FNO int __reduce_##NAME##_sync(unsigned, int); \
  FNO unsigned __reduce_##NAME##_sync(unsigned, unsigned); \
  FNO long __reduce_##NAME##_sync(unsigned, long); \
  FNO unsigned long __reduce_##NAME##_sync(unsigned, unsigned long); \
  FNO long long __reduce_##NAME##_sync(unsigned, long long); \
  FNO unsigned long long __reduce_##NAME##_sync(unsigned, unsigned long long);
LOWERING_REDUCE(add)
LOWERING_REDUCE(min)
LOWERING_REDUCE(max)
LOWERING_REDUCE(and)
LOWERING_REDUCE(or)
LOWERING_REDUCE(xor)
#undef LOWERING_REDUCE

// Loads through the read-only cache are plain loads.
#define LOWERING_LOAD(NAME) \
  template <class T> __device__ inline T NAME(const T *p) { return *p; }
LOWERING_LOAD(__ldg)
LOWERING_LOAD(__ldca)
LOWERING_LOAD(__ldcs)
LOWERING_LOAD(__ldcg)
LOWERING_LOAD(__ldcv)
LOWERING_LOAD(__ldlu)
#undef LOWERING_LOAD
template <class T> __device__ inline void __stcs(T *p, T v) { *p = v; }
template <class T> __device__ inline void __stcg(T *p, T v) { *p = v; }
template <class T> __device__ inline void __stwb(T *p, T v) { *p = v; }

template <class T> __device__ inline void __stwt(T *p, T v) { *p = v; }
#define __prof_trigger(N) ((void)0)

// Memory

__device__ inline size_t __cvta_generic_to_shared(const void *p) { return (size_t)p; }
__device__ inline size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__device__ inline size_t __cvta_generic_to_local(const void *p) { return (size_t)p; }
__device__ inline size_t __cvta_generic_to_grid_constant(const void *p) { return (size_t)p; }
__device__ inline void *__cvta_local_to_generic(size_t p) { return (void *)p; }
__device__ inline void *__cvta_constant_to_generic(size_t p) { return (void *)p; }
__device__ inline unsigned __isGridConstant(const void *) { return __lowering_arbitrary(); }
__device__ inline size_t __cvta_generic_to_constant(const void *p) { return (size_t)p; }
__device__ inline void *__cvta_shared_to_generic(size_t p) { return (void *)p; }
__device__ inline void *__cvta_global_to_generic(size_t p) { return (void *)p; }
__device__ inline unsigned __isShared(const void *) { return __lowering_arbitrary(); }
__device__ inline unsigned __isGlobal(const void *) { return __lowering_arbitrary(); }
__device__ inline unsigned __isLocal(const void *) { return __lowering_arbitrary(); }
__device__ inline unsigned __isConstant(const void *) { return __lowering_arbitrary(); }
extern "C" __device__ __host__ void *malloc(size_t);
extern "C" __device__ __host__ void *calloc(size_t, size_t);
extern "C" __device__ __host__ void free(void *);
#define alloca __builtin_alloca
extern "C++" __device__ __host__ inline void *memcpy(void *d, const void *s, size_t n) {
  return __builtin_memcpy(d, s, n);
}
extern "C++" __device__ __host__ inline void *memmove(void *d, const void *s, size_t n) {
  return __builtin_memmove(d, s, n);
}
extern "C++" __device__ __host__ inline void *memset(void *d, int v, size_t n) {
  return __builtin_memset(d, v, n);
}

// Integers

FN int __mul24(int, int);
FN unsigned __umul24(unsigned, unsigned);
FN int __mulhi(int, int);
FN unsigned __umulhi(unsigned, unsigned);
FN long long __mul64hi(long long, long long);
FN unsigned long long __umul64hi(unsigned long long, unsigned long long);
FN int __hadd(int, int);
FN int __rhadd(int, int);
FN unsigned __uhadd(unsigned, unsigned);
FN unsigned __urhadd(unsigned, unsigned);
FN unsigned __sad(int, int, unsigned);
FN unsigned __usad(unsigned, unsigned, unsigned);
FN int __popc(unsigned);
FN int __popcll(unsigned long long);
FN int __clz(int);
FN int __clzll(long long);
FN int __ffs(int);
FN int __ffsll(long long);
FN unsigned __brev(unsigned);
FN unsigned long long __brevll(unsigned long long);
FN unsigned __byte_perm(unsigned, unsigned, unsigned);
FN unsigned __funnelshift_l(unsigned, unsigned, unsigned);
FN unsigned __funnelshift_r(unsigned, unsigned, unsigned);
FN unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
FN unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
