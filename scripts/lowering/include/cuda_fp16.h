// Half precision, by way of float.
#pragma once
#include "cuda_runtime.h"

struct __half {
  unsigned short bits;
};
typedef __half half;
struct __half2 {
  __half x, y;
};
typedef __half2 half2;

extern "C" __device__ __host__ unsigned short __float2half_bits(float);
extern "C" __device__ __host__ float __half2float_bits(unsigned short);
__device__ __host__ inline __half __float2half(float v) {
  __half r;
  r.bits = __float2half_bits(v);
  return r;
}
__device__ __host__ inline __half __float2half_rn(float v) { return __float2half(v); }
__device__ __host__ inline float __half2float(__half v) { return __half2float_bits(v.bits); }
__device__ __host__ inline __half2 __halves2half2(__half a, __half b) {
  __half2 r;
  r.x = a;
  r.y = b;
  return r;
}
__device__ __host__ inline __half2 __float2half2_rn(float v) {
  return __halves2half2(__float2half(v), __float2half(v));
}
__device__ __host__ inline __half2 __floats2half2_rn(float a, float b) {
  return __halves2half2(__float2half(a), __float2half(b));
}
__device__ __host__ inline float __low2float(__half2 v) { return __half2float(v.x); }
__device__ __host__ inline float __high2float(__half2 v) { return __half2float(v.y); }

#define LOWERING_HALF(NAME, OPERATOR) \
  __device__ __host__ inline __half NAME(__half a, __half b) { \
    return __float2half(__half2float(a) OPERATOR __half2float(b)); \
  } \
  __device__ __host__ inline __half2 NAME##2(__half2 a, __half2 b) { \
    return __halves2half2(NAME(a.x, b.x), NAME(a.y, b.y)); \
  } \
  __device__ __host__ inline __half operator OPERATOR(__half a, __half b) { return NAME(a, b); }
LOWERING_HALF(__hadd, +)
LOWERING_HALF(__hsub, -)
LOWERING_HALF(__hmul, *)
LOWERING_HALF(__hdiv, /)
#undef LOWERING_HALF
__device__ __host__ inline __half __hfma(__half a, __half b, __half c) {
  return __hadd(__hmul(a, b), c);
}
__device__ __host__ inline bool __hgt(__half a, __half b) {
  return __half2float(a) > __half2float(b);
}
__device__ __host__ inline bool __hlt(__half a, __half b) {
  return __half2float(a) < __half2float(b);
}
