// The 16-bit floats that are the upper half of a float: a conversion to one rounds to nearest even.
#pragma once
#include "cuda_small_floats.h"

__device__ __host__ inline unsigned short lowering_bfloat16_bits(float v) {
  unsigned bits = __float_as_uint(v);
  return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
__device__ __host__ inline float lowering_of_bfloat16_bits(unsigned short v) {
  return __uint_as_float((unsigned)v << 16);
}
LOWERING_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, lowering_bfloat16_bits,
                     lowering_of_bfloat16_bits)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

LOWERING_SMALL(__nv_bfloat16 __float2bfloat16(float v)) { return __nv_bfloat16(v); }
LOWERING_SMALL(__nv_bfloat16 __float2bfloat16_rn(float v)) { return __nv_bfloat16(v); }
LOWERING_SMALL(__nv_bfloat16 __float2bfloat16_rz(float v)) { return __nv_bfloat16(v); }
LOWERING_SMALL(__nv_bfloat16 __double2bfloat16(double v)) { return __nv_bfloat16((float)v); }
LOWERING_SMALL(__nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)) {
  return __nv_bfloat162(a, b);
}
LOWERING_SMALL(float __bfloat162float(__nv_bfloat16 v)) { return v; }
LOWERING_SMALL(__nv_bfloat16 __ushort_as_bfloat16(unsigned short v)) {
  return __nv_bfloat16::ofBits(v);
}
LOWERING_SMALL(unsigned short __bfloat16_as_ushort(__nv_bfloat16 v)) { return v.bits; }
LOWERING_SMALL(__nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)) {
  return __nv_bfloat162(a, b);
}
LOWERING_SMALL(__nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)) { return __nv_bfloat162(a, a); }
LOWERING_SMALL(__nv_bfloat162 __float2bfloat162_rn(float v)) { return __nv_bfloat162(v, v); }
LOWERING_SMALL(__nv_bfloat162 __floats2bfloat162_rn(float a, float b)) {
  return __nv_bfloat162(a, b);
}
LOWERING_SMALL(__nv_bfloat162 __float22bfloat162_rn(float2 v)) { return __nv_bfloat162(v.x, v.y); }
LOWERING_SMALL(float2 __bfloat1622float2(__nv_bfloat162 v)) { return make_float2(v.x, v.y); }
LOWERING_SMALL(__nv_bfloat16 __float2bfloat16_rd(float v)) { return __nv_bfloat16(v); }
LOWERING_SMALL(__nv_bfloat16 __float2bfloat16_ru(float v)) { return __nv_bfloat16(v); }
LOWERING_SMALL(__nv_bfloat16 __short_as_bfloat16(short v)) { return __nv_bfloat16::ofBits(v); }
LOWERING_SMALL(short __bfloat16_as_short(__nv_bfloat16 v)) { return v.bits; }
