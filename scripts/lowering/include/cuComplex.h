// Complex numbers as pairs.
#pragma once
#include "cuda_runtime.h"
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define LOWERING_COMPLEX(V, T, F) \
  __device__ __host__ inline T cuCreal##F(V a) { return a.x; } \
  __device__ __host__ inline T cuCimag##F(V a) { return a.y; } \
  __device__ __host__ inline V cuConj##F(V a) { return {a.x, -a.y}; } \
  __device__ __host__ inline V cuCadd##F(V a, V b) { return {a.x + b.x, a.y + b.y}; } \
  __device__ __host__ inline V cuCsub##F(V a, V b) { return {a.x - b.x, a.y - b.y}; } \
  __device__ __host__ inline V cuCmul##F(V a, V b) { \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; \
  } \
  __device__ __host__ inline V cuCdiv##F(V a, V b) { \
    T s = b.x * b.x + b.y * b.y; \
    return {(a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s}; \
  } \
  __device__ __host__ inline V cuCfma##F(V a, V b, V c) { \
    return cuCadd##F(cuCmul##F(a, b), c); \
  } \
  __device__ __host__ inline T cuCabs##F(V a) { return hypot(a.x, a.y); }
LOWERING_COMPLEX(cuFloatComplex, float, f)
LOWERING_COMPLEX(cuDoubleComplex, double, )
#undef LOWERING_COMPLEX
__device__ __host__ inline cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
__device__ __host__ inline cuDoubleComplex make_cuDoubleComplex(double x, double y) {
  return {x, y};
}
__device__ __host__ inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
__device__ __host__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return {a.x, a.y};
}
__device__ __host__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {(float)a.x, (float)a.y};
}
