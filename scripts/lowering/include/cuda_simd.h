// Integer instructions on the two halves or four bytes of a word, and dot products of these.
#pragma once

namespace lowering {
template <int BITS> struct Lane;
template <> struct Lane<8> {
  typedef signed char S;
  typedef unsigned char U;
};
template <> struct Lane<16> {
  typedef short S;
  typedef unsigned short U;
};
} // namespace lowering

// EXPRESSION is of `x` and `y`, the lanes of `a` and `b` as numbers with (S) or without (U) a sign; `top` is
// the largest of the ones without, `low` and `high` bound those with.
#define LOWERING_LANE(BITS, KIND, AT, EXPRESSION) \
  { \
    const int top = (1 << BITS) - 1, high = top >> 1, low = -high - 1; \
    int x = (lowering::Lane<BITS>::KIND)(a >> AT), y = (lowering::Lane<BITS>::KIND)(b >> AT); \
    (void)x, (void)y, (void)top, (void)high, (void)low; \
    result |= (unsigned)(lowering::Lane<BITS>::U)(EXPRESSION) << AT; \
  }
#define LOWERING_SIMD(NAME, KIND, E) \
  __device__ __host__ inline unsigned NAME##2(unsigned a, unsigned b) { \
    unsigned result = 0; \
    LOWERING_LANE(16, KIND, 0, E) LOWERING_LANE(16, KIND, 16, E) \
    return result; \
  } \
  __device__ __host__ inline unsigned NAME##4(unsigned a, unsigned b) { \
    unsigned result = 0; \
    LOWERING_LANE(8, KIND, 0, E) LOWERING_LANE(8, KIND, 8, E) \
    LOWERING_LANE(8, KIND, 16, E) LOWERING_LANE(8, KIND, 24, E) \
    return result; \
  }
#define LOWERING_SIMD_BOTH(NAME, E) LOWERING_SIMD(NAME##s, S, E) LOWERING_SIMD(NAME##u, U, E)
LOWERING_SIMD(__vadd, U, x + y)
LOWERING_SIMD(__vsub, U, x - y)
LOWERING_SIMD_BOTH(__vmax, x > y ? x : y)
LOWERING_SIMD_BOTH(__vmin, x < y ? x : y)
LOWERING_SIMD_BOTH(__vabsdiff, x > y ? x - y : y - x)
LOWERING_SIMD(__vavgu, U, (x + y + 1) >> 1)
LOWERING_SIMD(__vavgs, S, (x + y + (x + y >= 0)) >> 1)
LOWERING_SIMD(__vhaddu, U, (x + y) >> 1)
#define LOWERING_SATURATED(V) ((V) > high ? high : (V) < low ? low : (V))
LOWERING_SIMD(__vaddss, S, LOWERING_SATURATED(x + y))
LOWERING_SIMD(__vsubss, S, LOWERING_SATURATED(x - y))
LOWERING_SIMD(__vaddus, U, x + y > top ? top : x + y)
LOWERING_SIMD(__vsubus, U, x > y ? x - y : 0)
#define LOWERING_COMPARED(NAME, KIND, E) \
  LOWERING_SIMD(__vset##NAME, KIND, E) LOWERING_SIMD(__vcmp##NAME, KIND, (E) ? -1 : 0)
LOWERING_COMPARED(eq, U, x == y)
LOWERING_COMPARED(ne, U, x != y)
LOWERING_COMPARED(ges, S, x >= y)
LOWERING_COMPARED(geu, U, x >= y)
LOWERING_COMPARED(gts, S, x > y)
LOWERING_COMPARED(gtu, U, x > y)
LOWERING_COMPARED(les, S, x <= y)
LOWERING_COMPARED(leu, U, x <= y)
LOWERING_COMPARED(lts, S, x < y)
LOWERING_COMPARED(ltu, U, x < y)
#undef LOWERING_COMPARED

#define LOWERING_UNARY(NAME, BITS, BINARY, E) \
  __device__ __host__ inline unsigned NAME##BITS(unsigned a) { \
    unsigned b = 0, result = 0; \
    BINARY(E) \
    return result; \
  }
#define LOWERING_HALVES(E) LOWERING_LANE(16, S, 0, E) LOWERING_LANE(16, S, 16, E)
#define LOWERING_BYTES(E) \
  LOWERING_LANE(8, S, 0, E) LOWERING_LANE(8, S, 8, E) LOWERING_LANE(8, S, 16, E) \
  LOWERING_LANE(8, S, 24, E)
LOWERING_UNARY(__vabs, 2, LOWERING_HALVES, x < 0 ? -x : x)
LOWERING_UNARY(__vabs, 4, LOWERING_BYTES, x < 0 ? -x : x)
LOWERING_UNARY(__vneg, 2, LOWERING_HALVES, -x)
LOWERING_UNARY(__vneg, 4, LOWERING_BYTES, -x)
LOWERING_UNARY(__vabsss, 2, LOWERING_HALVES, x == low ? high : x < 0 ? -x : x)
LOWERING_UNARY(__vabsss, 4, LOWERING_BYTES, x == low ? high : x < 0 ? -x : x)
LOWERING_UNARY(__vnegss, 2, LOWERING_HALVES, x == low ? high : -x)
LOWERING_UNARY(__vnegss, 4, LOWERING_BYTES, x == low ? high : -x)
#undef LOWERING_UNARY
#undef LOWERING_HALVES
#undef LOWERING_BYTES
#undef LOWERING_SIMD
#undef LOWERING_SIMD_BOTH
#undef LOWERING_SATURATED
#undef LOWERING_LANE

namespace lowering {
__device__ __host__ inline unsigned sumOfBytes(unsigned v) {
  return (v & 255) + (v >> 8 & 255) + (v >> 16 & 255) + (v >> 24);
}
} // namespace lowering
__device__ __host__ inline unsigned __vsads2(unsigned a, unsigned b) {
  unsigned v = __vabsdiffs2(a, b);
  return (v & 65535) + (v >> 16);
}
__device__ __host__ inline unsigned __vsadu2(unsigned a, unsigned b) {
  unsigned v = __vabsdiffu2(a, b);
  return (v & 65535) + (v >> 16);
}
__device__ __host__ inline unsigned __vsads4(unsigned a, unsigned b) {
  return lowering::sumOfBytes(__vabsdiffs4(a, b));
}
__device__ __host__ inline unsigned __vsadu4(unsigned a, unsigned b) {
  return lowering::sumOfBytes(__vabsdiffu4(a, b));
}

// Of four bytes, and of two halves with the lower or upper two bytes.
#define LOWERING_DOT(T, BYTE, HALF) \
  __device__ __host__ inline T __dp4a(T a, T b, T c) { \
    return c + (BYTE)a * (BYTE)b + (BYTE)(a >> 8) * (BYTE)(b >> 8) + \
           (BYTE)(a >> 16) * (BYTE)(b >> 16) + (BYTE)(a >> 24) * (BYTE)(b >> 24); \
  } \
  __device__ __host__ inline T __dp2a_lo(T a, T b, T c) { \
    return c + (HALF)a * (BYTE)b + (HALF)(a >> 16) * (BYTE)(b >> 8); \
  } \
  __device__ __host__ inline T __dp2a_hi(T a, T b, T c) { \
    return c + (HALF)a * (BYTE)(b >> 16) + (HALF)(a >> 16) * (BYTE)(b >> 24); \
  }
LOWERING_DOT(int, signed char, short)
LOWERING_DOT(unsigned, unsigned char, unsigned short)
#undef LOWERING_DOT
#define LOWERING_DOT_OF(NAME, V, BYTES, T) \
  __device__ __host__ inline T NAME(V a, BYTES b, T c) { \
    T words[2]; \
    __builtin_memcpy(&words[0], &a, 4); \
    __builtin_memcpy(&words[1], &b, 4); \
    return NAME(words[0], words[1], c); \
  }
LOWERING_DOT_OF(__dp4a, char4, char4, int)
LOWERING_DOT_OF(__dp4a, uchar4, uchar4, unsigned)
LOWERING_DOT_OF(__dp2a_lo, short2, char4, int)
LOWERING_DOT_OF(__dp2a_lo, ushort2, uchar4, unsigned)
LOWERING_DOT_OF(__dp2a_hi, short2, char4, int)
LOWERING_DOT_OF(__dp2a_hi, ushort2, uchar4, unsigned)
#undef LOWERING_DOT_OF

__device__ __host__ inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__device__ __host__ inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
__device__ __host__ inline long long llmin(long long a, long long b) { return a < b ? a : b; }
__device__ __host__ inline long long llmax(long long a, long long b) { return a > b ? a : b; }
__device__ __host__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
__device__ __host__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}
