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
  }; \
  struct NAME##x4 { \
    __nv_fp8x4_storage_t __x; \
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
