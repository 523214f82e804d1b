// What CUDA's 16-bit floats have in common: a type of 16 bits, one of two of them, and arithmetic
// by way of float.
#pragma once
#include "cuda_runtime.h"

#define LOWERING_SMALL(SIGNATURE) __device__ __host__ inline SIGNATURE
#define LOWERING_SMALL_TYPES(T, T2, TO_BITS, FROM_BITS) \
  struct T##_raw { \
    unsigned short x; \
  }; \
  struct __attribute__((aligned(4))) T2##_raw { \
    unsigned short x, y; \
  }; \
  struct T { \
    unsigned short bits; \
    T() = default; \
    __device__ __host__ T(T##_raw r) : bits(r.x) {} \
    __device__ __host__ operator T##_raw() const { return T##_raw{bits}; } \
    LOWERING_SMALL_FROM(T, float, TO_BITS) \
    LOWERING_SMALL_FROM(T, double, TO_BITS) \
    LOWERING_SMALL_FROM(T, int, TO_BITS) \
    LOWERING_SMALL_FROM(T, unsigned, TO_BITS) \
    LOWERING_SMALL_FROM(T, short, TO_BITS) \
    LOWERING_SMALL_FROM(T, unsigned short, TO_BITS) \
    LOWERING_SMALL_FROM(T, long, TO_BITS) \
    LOWERING_SMALL_FROM(T, unsigned long, TO_BITS) \
    LOWERING_SMALL_FROM(T, long long, TO_BITS) \
    LOWERING_SMALL_FROM(T, unsigned long long, TO_BITS) \
    __device__ __host__ operator float() const { return FROM_BITS(bits); } \
    __device__ __host__ static T ofBits(unsigned short bits) { \
      T result; \
      result.bits = bits; \
      return result; \
    } \
  }; \
  struct __attribute__((aligned(4))) T2 { \
    T x, y; \
    T2() = default; \
    __device__ __host__ T2(T a, T b) : x(a), y(b) {} \
    __device__ __host__ T2(T2##_raw r) : x(T::ofBits(r.x)), y(T::ofBits(r.y)) {} \
    __device__ __host__ operator T2##_raw() const { return T2##_raw{x.bits, y.bits}; } \
  };
#define LOWERING_SMALL_FROM(T, FROM, TO_BITS) \
  __device__ __host__ T(FROM v) : bits(TO_BITS((float)v)) {}
#define LOWERING_SMALL_OPERATOR(T, T2, NAME, OPERATOR) \
  LOWERING_SMALL(T NAME(T a, T b)) { return T((float)a OPERATOR (float)b); } \
  LOWERING_SMALL(T2 NAME##2(T2 a, T2 b)) { return T2(NAME(a.x, b.x), NAME(a.y, b.y)); } \
  LOWERING_SMALL(T operator OPERATOR(T a, T b)) { return NAME(a, b); } \
  LOWERING_SMALL(T2 operator OPERATOR(T2 a, T2 b)) { return NAME##2(a, b); } \
  LOWERING_SMALL(T &operator OPERATOR##=(T &a, T b)) { return a = NAME(a, b); } \
  LOWERING_SMALL(T2 &operator OPERATOR##=(T2 &a, T2 b)) { return a = NAME##2(a, b); }
#define LOWERING_SMALL_COMPARISON(T, T2, NAME, OPERATOR) \
  LOWERING_SMALL(bool NAME(T a, T b)) { return (float)a OPERATOR (float)b; } \
  LOWERING_SMALL(bool NAME##u(T a, T b)) { return NAME(a, b); } \
  LOWERING_SMALL(T2 NAME##2(T2 a, T2 b)) { return T2(T(NAME(a.x, b.x)), T(NAME(a.y, b.y))); } \
  LOWERING_SMALL(T2 NAME##u2(T2 a, T2 b)) { return NAME##2(a, b); } \
  LOWERING_SMALL(unsigned NAME##2_mask(T2 a, T2 b)) { \
    return (NAME(a.x, b.x) ? 0xffffu : 0u) | (NAME(a.y, b.y) ? 0xffff0000u : 0u); \
  } \
  LOWERING_SMALL(unsigned NAME##u2_mask(T2 a, T2 b)) { return NAME##2_mask(a, b); } \
  LOWERING_SMALL(bool operator OPERATOR(T a, T b)) { return NAME(a, b); }
#define LOWERING_SMALL_BOTH(T2, NAME, ONE) \
  LOWERING_SMALL(bool __##NAME##2(T2 a, T2 b)) { return ONE(a.x, b.x) && ONE(a.y, b.y); } \
  LOWERING_SMALL(bool __##NAME##u2(T2 a, T2 b)) { return __##NAME##2(a, b); }
#define LOWERING_SMALL_SATURATED(T, T2, NAME) \
  LOWERING_SMALL(T NAME##_sat(T a, T b)) { return T(__saturatef(NAME(a, b))); } \
  LOWERING_SMALL(T2 NAME##2_sat(T2 a, T2 b)) { \
    return T2(NAME##_sat(a.x, b.x), NAME##_sat(a.y, b.y)); \
  } \
  LOWERING_SMALL(T2 NAME##2_rn(T2 a, T2 b)) { return NAME##2(a, b); }
#define LOWERING_SMALL_FUNCTION(T, T2, NAME, NAME2, FUNCTION) \
  LOWERING_SMALL(T NAME(T a)) { return T(FUNCTION((float)a)); } \
  LOWERING_SMALL(T2 NAME2(T2 a)) { return T2(NAME(a.x), NAME(a.y)); }
#define LOWERING_SMALL_FLOAT(T, T2, SHORT, TO_BITS, FROM_BITS) \
  LOWERING_SMALL_TYPES(T, T2, TO_BITS, FROM_BITS) \
  LOWERING_SMALL_OPERATOR(T, T2, __hadd, +) \
  LOWERING_SMALL_OPERATOR(T, T2, __hsub, -) \
  LOWERING_SMALL_OPERATOR(T, T2, __hmul, *) \
  LOWERING_SMALL_OPERATOR(T, T2, __hdiv, /) \
  LOWERING_SMALL_COMPARISON(T, T2, __hgt, >) \
  LOWERING_SMALL_COMPARISON(T, T2, __hge, >=) \
  LOWERING_SMALL_COMPARISON(T, T2, __hlt, <) \
  LOWERING_SMALL_COMPARISON(T, T2, __hle, <=) \
  LOWERING_SMALL_COMPARISON(T, T2, __heq, ==) \
  LOWERING_SMALL_COMPARISON(T, T2, __hne, !=) \
  LOWERING_SMALL_BOTH(T2, hbgt, __hgt) \
  LOWERING_SMALL_BOTH(T2, hbge, __hge) \
  LOWERING_SMALL_BOTH(T2, hblt, __hlt) \
  LOWERING_SMALL_BOTH(T2, hble, __hle) \
  LOWERING_SMALL_BOTH(T2, hbeq, __heq) \
  LOWERING_SMALL_BOTH(T2, hbne, __hne) \
  LOWERING_SMALL(bool __hisnan(T a)) { return isnan((float)a); } \
  LOWERING_SMALL(int __hisinf(T a)) { return isinf((float)a); } \
  LOWERING_SMALL_FUNCTION(T, T2, hexp2, h2exp2, exp2f) \
  LOWERING_SMALL_FUNCTION(T, T2, hexp10, h2exp10, exp10f) \
  LOWERING_SMALL_FUNCTION(T, T2, hlog2, h2log2, log2f) \
  LOWERING_SMALL_FUNCTION(T, T2, hlog10, h2log10, log10f) \
  LOWERING_SMALL_FUNCTION(T, T2, hfloor, h2floor, floorf) \
  LOWERING_SMALL_FUNCTION(T, T2, hceil, h2ceil, ceilf) \
  LOWERING_SMALL_FUNCTION(T, T2, hrint, h2rint, rintf) \
  LOWERING_SMALL_FUNCTION(T, T2, htrunc, h2trunc, truncf) \
  LOWERING_SMALL_FUNCTION(T, T2, hrcp, h2rcp, 1.0f /) \
  LOWERING_SMALL_FUNCTION(T, T2, htanh, h2tanh, tanhf) \
  LOWERING_SMALL_FUNCTION(T, T2, htanh_approx, h2tanh_approx, tanhf) \
  LOWERING_SMALL_FUNCTION(T, T2, hexp, h2exp, expf) \
  LOWERING_SMALL_FUNCTION(T, T2, hlog, h2log, logf) \
  LOWERING_SMALL_FUNCTION(T, T2, hsqrt, h2sqrt, sqrtf) \
  LOWERING_SMALL_FUNCTION(T, T2, hrsqrt, h2rsqrt, rsqrtf) \
  LOWERING_SMALL_FUNCTION(T, T2, hsin, h2sin, sinf) \
  LOWERING_SMALL_FUNCTION(T, T2, hcos, h2cos, cosf) \
  LOWERING_SMALL_FUNCTION(T, T2, __habs, __habs2, fabsf) \
  LOWERING_SMALL(T __hneg(T a)) { return T(-(float)a); } \
  LOWERING_SMALL(T operator-(T a)) { return __hneg(a); } \
  LOWERING_SMALL(T __hmax(T a, T b)) { return T(fmaxf(a, b)); } \
  LOWERING_SMALL(T __hmin(T a, T b)) { return T(fminf(a, b)); } \
  LOWERING_SMALL(T __hfma(T a, T b, T c)) { return __hadd(__hmul(a, b), c); } \
  LOWERING_SMALL(T2 __hneg2(T2 a)) { return T2(__hneg(a.x), __hneg(a.y)); } \
  LOWERING_SMALL(T2 __hmax2(T2 a, T2 b)) { return T2(__hmax(a.x, b.x), __hmax(a.y, b.y)); } \
  LOWERING_SMALL(T2 __hmin2(T2 a, T2 b)) { return T2(__hmin(a.x, b.x), __hmin(a.y, b.y)); } \
  LOWERING_SMALL(T2 __hfma2(T2 a, T2 b, T2 c)) { \
    return T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); \
  } \
  LOWERING_SMALL(T2 operator-(T2 a)) { return __hneg2(a); } \
  LOWERING_SMALL(T2 __h2div(T2 a, T2 b)) { return __hdiv2(a, b); } \
  LOWERING_SMALL(T __hadd_rn(T a, T b)) { return __hadd(a, b); } \
  LOWERING_SMALL(T __hsub_rn(T a, T b)) { return __hsub(a, b); } \
  LOWERING_SMALL(T __hmul_rn(T a, T b)) { return __hmul(a, b); } \
  LOWERING_SMALL_SATURATED(T, T2, __hadd) \
  LOWERING_SMALL_SATURATED(T, T2, __hsub) \
  LOWERING_SMALL_SATURATED(T, T2, __hmul) \
  LOWERING_SMALL(T __hfma_sat(T a, T b, T c)) { return T(__saturatef(__hfma(a, b, c))); } \
  LOWERING_SMALL(T2 __hfma2_sat(T2 a, T2 b, T2 c)) { \
    return T2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); \
  } \
  LOWERING_SMALL(T2 __hcmadd(T2 a, T2 b, T2 c)) { \
    return T2(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y); \
  } \
  LOWERING_SMALL(T2 __hisnan2(T2 a)) { return T2(T(__hisnan(a.x)), T(__hisnan(a.y))); } \
  LOWERING_SMALL(T2 __hmax2_nan(T2 a, T2 b)) { return __hmax2(a, b); } \
  LOWERING_SMALL(T2 __hmin2_nan(T2 a, T2 b)) { return __hmin2(a, b); } \
  LOWERING_SMALL(T __hfma_relu(T a, T b, T c)) { return T(fmaxf(__hfma(a, b, c), 0.0f)); } \
  LOWERING_SMALL(T2 __hfma2_relu(T2 a, T2 b, T2 c)) { \
    return T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); \
  } \
  LOWERING_SMALL(T __hmax_nan(T a, T b)) { return __hmax(a, b); } \
  LOWERING_SMALL(T __hmin_nan(T a, T b)) { return __hmin(a, b); } \
  LOWERING_SMALL(T __low2##SHORT(T2 v)) { return v.x; } \
  LOWERING_SMALL(T __high2##SHORT(T2 v)) { return v.y; } \
  LOWERING_SMALL(T2 __low2##SHORT##2(T2 v)) { return T2(v.x, v.x); } \
  LOWERING_SMALL(T2 __high2##SHORT##2(T2 v)) { return T2(v.y, v.y); } \
  LOWERING_SMALL(T2 __lows2##SHORT##2(T2 a, T2 b)) { return T2(a.x, b.x); } \
  LOWERING_SMALL(T2 __highs2##SHORT##2(T2 a, T2 b)) { return T2(a.y, b.y); } \
  LOWERING_SMALL(T2 __lowhigh2highlow(T2 v)) { return T2(v.y, v.x); } \
  LOWERING_SMALL(float __low2float(T2 v)) { return v.x; } \
  LOWERING_SMALL(float __high2float(T2 v)) { return v.y; } \
  LOWERING_SMALL_INTEGER(T, SHORT, int, int) \
  LOWERING_SMALL_INTEGER(T, SHORT, uint, unsigned) \
  LOWERING_SMALL_INTEGER(T, SHORT, short, short) \
  LOWERING_SMALL_INTEGER(T, SHORT, ushort, unsigned short) \
  LOWERING_SMALL_INTEGER(T, SHORT, ll, long long) \
  LOWERING_SMALL_INTEGER(T, SHORT, ull, unsigned long long) \
  __device__ inline T atomicAdd(T *p, T) { \
    return T::ofBits(__lowering_atomic_update((unsigned short *)p)); \
  } \
  __device__ inline T2 atomicAdd(T2 *p, T2) { \
    unsigned old = __lowering_atomic_update((unsigned *)p); \
    return T2(T::ofBits(old), T::ofBits(old >> 16)); \
  } \
  LOWERING_SMALL_SHUFFLE(T, __shfl_sync, int) \
  LOWERING_SMALL_SHUFFLE(T, __shfl_up_sync, unsigned) \
  LOWERING_SMALL_SHUFFLE(T, __shfl_down_sync, unsigned) \
  LOWERING_SMALL_SHUFFLE(T, __shfl_xor_sync, int) \
  LOWERING_SMALL_SHUFFLE2(T, T2, __shfl_sync, int) \
  LOWERING_SMALL_SHUFFLE2(T, T2, __shfl_up_sync, unsigned) \
  LOWERING_SMALL_SHUFFLE2(T, T2, __shfl_down_sync, unsigned) \
  LOWERING_SMALL_SHUFFLE2(T, T2, __shfl_xor_sync, int)
// Conversions from and to an integer, in all ways of rounding.
#define LOWERING_SMALL_INTEGER(T, SHORT, NAME, INTEGER) \
  LOWERING_SMALL_ROUNDED(T, SHORT, NAME, INTEGER, rn) \
  LOWERING_SMALL_ROUNDED(T, SHORT, NAME, INTEGER, rz) \
  LOWERING_SMALL_ROUNDED(T, SHORT, NAME, INTEGER, ru) \
  LOWERING_SMALL_ROUNDED(T, SHORT, NAME, INTEGER, rd)
#define LOWERING_SMALL_ROUNDED(T, SHORT, NAME, INTEGER, MODE) \
  LOWERING_SMALL(T __##NAME##2##SHORT##_##MODE(INTEGER v)) { return T(v); } \
  LOWERING_SMALL(INTEGER __##SHORT##2##NAME##_##MODE(T v)) { \
    return (INTEGER)__float2ll_##MODE((float)v); \
  }
#define LOWERING_SMALL_SHUFFLE(T, NAME, BY) \
  __device__ inline T NAME(unsigned mask, T v, BY by, int width = 32) { \
    return T::ofBits(NAME(mask, (unsigned)v.bits, by, width)); \
  }
#define LOWERING_SMALL_SHUFFLE2(T, T2, NAME, BY) \
  __device__ inline T2 NAME(unsigned mask, T2 v, BY by, int width = 32) { \
    return T2(NAME(mask, v.x, by, width), NAME(mask, v.y, by, width)); \
  }

// An atomic addition of small floats: the sum is not modelled, any value may be there afterwards.
__device__ inline unsigned short __lowering_atomic_update(unsigned short *p) {
  return atomicExch(p, (unsigned short)__lowering_arbitrary());
}
__device__ inline unsigned __lowering_atomic_update(unsigned *p) {
  return atomicExch(p, __lowering_arbitrary());
}
