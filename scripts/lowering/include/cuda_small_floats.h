// What CUDA's 16-bit floats have in common: a type of 16 bits, one of two of them, and arithmetic by
// way of float.
#pragma once
#include "cuda_runtime.h"

#define LOWERING_SMALL(SIGNATURE) __device__ __host__ inline SIGNATURE
#define LOWERING_SMALL_TYPES(T, T2, TO_BITS, FROM_BITS) \
  struct T { \
    unsigned short bits; \
    T() = default; \
    LOWERING_SMALL_FROM(T, float, TO_BITS) \
    LOWERING_SMALL_FROM(T, double, TO_BITS) \
    LOWERING_SMALL_FROM(T, int, TO_BITS) \
    LOWERING_SMALL_FROM(T, unsigned, TO_BITS) \
    LOWERING_SMALL_FROM(T, long long, TO_BITS) \
    __device__ __host__ operator float() const { return FROM_BITS(bits); } \
    __device__ __host__ static T ofBits(unsigned short bits) { \
      T result; \
      result.bits = bits; \
      return result; \
    } \
  }; \
  struct T2 { \
    T x, y; \
    T2() = default; \
    __device__ __host__ T2(T a, T b) : x(a), y(b) {} \
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
#define LOWERING_SMALL_COMPARISON(T, NAME, OPERATOR) \
  LOWERING_SMALL(bool NAME(T a, T b)) { return (float)a OPERATOR (float)b; } \
  LOWERING_SMALL(bool operator OPERATOR(T a, T b)) { return NAME(a, b); }
#define LOWERING_SMALL_FUNCTION(T, T2, NAME, NAME2, FUNCTION) \
  LOWERING_SMALL(T NAME(T a)) { return T(FUNCTION((float)a)); } \
  LOWERING_SMALL(T2 NAME2(T2 a)) { return T2(NAME(a.x), NAME(a.y)); }
#define LOWERING_SMALL_FLOAT(T, T2, TO_BITS, FROM_BITS) \
  LOWERING_SMALL_TYPES(T, T2, TO_BITS, FROM_BITS) \
  LOWERING_SMALL_OPERATOR(T, T2, __hadd, +) \
  LOWERING_SMALL_OPERATOR(T, T2, __hsub, -) \
  LOWERING_SMALL_OPERATOR(T, T2, __hmul, *) \
  LOWERING_SMALL_OPERATOR(T, T2, __hdiv, /) \
  LOWERING_SMALL_COMPARISON(T, __hgt, >) \
  LOWERING_SMALL_COMPARISON(T, __hge, >=) \
  LOWERING_SMALL_COMPARISON(T, __hlt, <) \
  LOWERING_SMALL_COMPARISON(T, __hle, <=) \
  LOWERING_SMALL_COMPARISON(T, __heq, ==) \
  LOWERING_SMALL_COMPARISON(T, __hne, !=) \
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
  LOWERING_SMALL(float __low2float(T2 v)) { return v.x; } \
  LOWERING_SMALL(float __high2float(T2 v)) { return v.y; }
