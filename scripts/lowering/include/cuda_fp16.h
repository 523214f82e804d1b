// Half precision, by way of float.
#pragma once
#include "cuda_small_floats.h"

extern "C" __device__ __host__ unsigned short __float2half_bits(float);
extern "C" __device__ __host__ float __half2float_bits(unsigned short);
LOWERING_SMALL_FLOAT(__half, __half2, half, __float2half_bits, __half2float_bits)
typedef __half half;
typedef __half2 half2;

LOWERING_SMALL(__half __float2half(float v)) { return __half(v); }
LOWERING_SMALL(__half __float2half_rn(float v)) { return __half(v); }
LOWERING_SMALL(__half __double2half(double v)) { return __half((float)v); }
LOWERING_SMALL(float __half2float(__half v)) { return v; }
LOWERING_SMALL(__half __float2half_rz(float v)) { return __half(v); }
LOWERING_SMALL(__half __float2half_ru(float v)) { return __half(v); }
LOWERING_SMALL(__half __float2half_rd(float v)) { return __half(v); }
LOWERING_SMALL(__half __short_as_half(short v)) { return __half::ofBits(v); }
LOWERING_SMALL(short __half_as_short(__half v)) { return v.bits; }
LOWERING_SMALL(__half __ushort_as_half(unsigned short v)) { return __half::ofBits(v); }
LOWERING_SMALL(unsigned short __half_as_ushort(__half v)) { return v.bits; }
LOWERING_SMALL(__half2 __halves2half2(__half a, __half b)) { return __half2(a, b); }
LOWERING_SMALL(__half2 make_half2(__half a, __half b)) { return __half2(a, b); }
LOWERING_SMALL(__half2 __half2half2(__half a)) { return __half2(a, a); }
LOWERING_SMALL(__half2 __float2half2_rn(float v)) { return __half2(v, v); }
LOWERING_SMALL(__half2 __floats2half2_rn(float a, float b)) { return __half2(a, b); }
LOWERING_SMALL(__half2 __float22half2_rn(float2 v)) { return __half2(v.x, v.y); }
LOWERING_SMALL(float2 __half22float2(__half2 v)) { return make_float2(v.x, v.y); }
typedef __half nv_half;
typedef __half2 nv_half2;
