// Floats of 8 bits: a conversion to one has an arbitrary result that only depends on what is
// converted, and so has one back.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
extern "C" __device__ __host__ unsigned char __uninterpreted_function_to_fp8(float, int);
extern "C" __device__ __host__ float __uninterpreted_function_of_fp8(unsigned char, int);
__device__ __host__ inline __nv_fp8x2_storage_t lowering_to_fp8x2(float2 v, int kind) {
  return __uninterpreted_function_to_fp8(v.x, kind) |
         __uninterpreted_function_to_fp8(v.y, kind) << 8;
}
__device__ __host__ inline float2 lowering_of_fp8x2(__nv_fp8x2_storage_t v, int kind) {
  return make_float2(__uninterpreted_function_of_fp8((unsigned char)v, kind),
                     __uninterpreted_function_of_fp8((unsigned char)(v >> 8), kind));
}
#define LOWERING_FP8(NAME, KIND) \
  struct NAME { \
    __nv_fp8_storage_t __x; \
    NAME() = default; \
    template <class T> \
    __device__ __host__ explicit NAME(T v) \
        : __x(__uninterpreted_function_to_fp8((float)v, KIND)) {} \
    __device__ __host__ operator float() const { \
      return __uninterpreted_function_of_fp8(__x, KIND); \
    } \
    __device__ __host__ explicit operator __half() const { return __half((float)*this); } \
    __device__ __host__ explicit operator __nv_bfloat16() const { \
      return __nv_bfloat16((float)*this); \
    } \
  }; \
  struct NAME##x2 { \
    __nv_fp8x2_storage_t __x; \
    NAME##x2() = default; \
    __device__ __host__ explicit NAME##x2(float2 v) : __x(lowering_to_fp8x2(v, KIND)) {} \
    __device__ __host__ explicit NAME##x2(__half2 v) \
        : __x(lowering_to_fp8x2(make_float2(v.x, v.y), KIND)) {} \
    __device__ __host__ explicit NAME##x2(__nv_bfloat162 v) \
        : __x(lowering_to_fp8x2(make_float2(v.x, v.y), KIND)) {} \
    __device__ __host__ explicit operator float2() const { return lowering_of_fp8x2(__x, KIND); } \
    __device__ __host__ explicit operator __half2() const { \
      float2 v = lowering_of_fp8x2(__x, KIND); \
      return __half2(v.x, v.y); \
    } \
  }; \
  struct NAME##x4 { \
    __nv_fp8x4_storage_t __x; \
    NAME##x4() = default; \
    __device__ __host__ explicit NAME##x4(float4 v) \
        : __x(lowering_to_fp8x2(make_float2(v.x, v.y), KIND) | \
              (unsigned)lowering_to_fp8x2(make_float2(v.z, v.w), KIND) << 16) {} \
    __device__ __host__ explicit operator float4() const { \
      float2 low = lowering_of_fp8x2(__x, KIND), high = lowering_of_fp8x2(__x >> 16, KIND); \
      return make_float4(low.x, low.y, high.x, high.y); \
    } \
  };
#define __nv_fp8x2_e4m3 __nv_fp8_e4m3x2
#define __nv_fp8x4_e4m3 __nv_fp8_e4m3x4
#define __nv_fp8x2_e5m2 __nv_fp8_e5m2x2
#define __nv_fp8x4_e5m2 __nv_fp8_e5m2x4
LOWERING_FP8(__nv_fp8_e4m3, __NV_E4M3)
LOWERING_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef LOWERING_FP8
__device__ __host__ inline __nv_fp8_storage_t
__nv_cvt_float_to_fp8(float v, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
  return __uninterpreted_function_to_fp8(v, kind);
}
__device__ __host__ inline __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
  return lowering_to_fp8x2(v, kind);
}
__device__ __host__ inline __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(__half_raw v, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
  return __uninterpreted_function_to_fp8(__half::ofBits(v.x), kind);
}
__device__ __host__ inline __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
  return lowering_to_fp8x2(make_float2(__half::ofBits(v.x), __half::ofBits(v.y)), kind);
}
__device__ __host__ inline __half_raw
__nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
  return __half_raw{__half(__uninterpreted_function_of_fp8(v, kind)).bits};
}
__device__ __host__ inline __half2_raw
__nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v, __nv_fp8_interpretation_t kind) {
  float2 both = lowering_of_fp8x2(v, kind);
  return __half2_raw{__half(both.x).bits, __half(both.y).bits};
}
__device__ __host__ inline __nv_fp8_storage_t
__nv_cvt_double_to_fp8(double v, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
  return __uninterpreted_function_to_fp8((float)v, kind);
}
__device__ __host__ inline __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw v, __nv_saturation_t,
                            __nv_fp8_interpretation_t kind) {
  return __uninterpreted_function_to_fp8(__nv_bfloat16::ofBits(v.x), kind);
}
__device__ __host__ inline __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v, __nv_saturation_t,
                               __nv_fp8_interpretation_t kind) {
  return lowering_to_fp8x2(make_float2(__nv_bfloat16::ofBits(v.x), __nv_bfloat16::ofBits(v.y)),
                           kind);
}
