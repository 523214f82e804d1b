// Floats of 4 bits, as those of 8: conversions have arbitrary results that only depend on what is
// converted.
#pragma once
#include "cuda_fp8.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
extern "C" __device__ __host__ unsigned char __uninterpreted_function_to_fp4(float);
extern "C" __device__ __host__ float __uninterpreted_function_of_fp4(unsigned char);
__device__ __host__ inline __nv_fp4_storage_t
__nv_cvt_float_to_fp4(float v, __nv_fp4_interpretation_t, cudaRoundMode) {
  return __uninterpreted_function_to_fp4(v) & 15;
}
__device__ __host__ inline __nv_fp4x2_storage_t
__nv_cvt_float2_to_fp4x2(float2 v, __nv_fp4_interpretation_t kind, cudaRoundMode round) {
  return __nv_cvt_float_to_fp4(v.x, kind, round) | __nv_cvt_float_to_fp4(v.y, kind, round) << 4;
}
__device__ __host__ inline __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t v,
                                                              __nv_fp4_interpretation_t) {
  return __half_raw{__half(__uninterpreted_function_of_fp4(v & 15)).bits};
}
__device__ __host__ inline __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t v,
                                                                  __nv_fp4_interpretation_t kind) {
  return __half2_raw{__nv_cvt_fp4_to_halfraw(v, kind).x, __nv_cvt_fp4_to_halfraw(v >> 4, kind).x};
}
struct __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  template <class T>
  __device__ __host__ explicit __nv_fp4_e2m1(T v)
      : __x(__nv_cvt_float_to_fp4((float)v, __NV_E2M1, cudaRoundNearest)) {}
  __device__ __host__ operator float() const { return __uninterpreted_function_of_fp4(__x & 15); }
};
struct __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;
  __nv_fp4x2_e2m1() = default;
  __device__ __host__ explicit __nv_fp4x2_e2m1(float2 v)
      : __x(__nv_cvt_float2_to_fp4x2(v, __NV_E2M1, cudaRoundNearest)) {}
  __device__ __host__ explicit operator float2() const {
    return make_float2(__uninterpreted_function_of_fp4(__x & 15),
                       __uninterpreted_function_of_fp4(__x >> 4));
  }
};
struct __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  __device__ __host__ explicit __nv_fp4x4_e2m1(float4 v)
      : __x(__nv_fp4x2_e2m1(make_float2(v.x, v.y)).__x |
            __nv_fp4x2_e2m1(make_float2(v.z, v.w)).__x << 8) {}
};
