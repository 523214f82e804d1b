// Arithmetic on CUDA's vector types, as the helper headers of many programs define it. All of it is
// templates: a program's own definition of the same name fits its arguments better and wins.
#pragma once

namespace lowering {
template <class V> struct Vector { static constexpr int count = 0; };
// V, if it is a vector of N components (0: of any number).
template <class V, int N = 0>
using OfSize = typename If<N ? Vector<V>::count == N : (Vector<V>::count > 0), V>::type;
template <class V> using Element = typename Vector<V>::Element;
template <class T> struct Floating { static constexpr bool value = false; };
template <> struct Floating<float> { static constexpr bool value = true; };
template <> struct Floating<double> { static constexpr bool value = true; };
template <class V> using OfFloats = typename If<Floating<Element<V>>::value, V>::type;
} // namespace lowering

#define LOWERING_HD __attribute__((device, host))
#define LOWERING_VECTOR(NAME, T) \
  template <> struct lowering::Vector<NAME> { \
    typedef T Element; \
    static constexpr int count = sizeof(NAME) / sizeof(T); \
  };
#define LOWERING_VECTORS(NAME, T) \
  LOWERING_VECTOR(NAME##1, T) \
  LOWERING_VECTOR(NAME##2, T) \
  LOWERING_VECTOR(NAME##3, T) \
  LOWERING_VECTOR(NAME##4, T)
LOWERING_VECTORS(char, signed char)
LOWERING_VECTORS(uchar, unsigned char)
LOWERING_VECTORS(short, short)
LOWERING_VECTORS(ushort, unsigned short)
LOWERING_VECTORS(int, int)
LOWERING_VECTORS(uint, unsigned)
LOWERING_VECTORS(long, long)
LOWERING_VECTORS(ulong, unsigned long)
LOWERING_VECTORS(longlong, long long)
LOWERING_VECTORS(ulonglong, unsigned long long)
LOWERING_VECTORS(float, float)
LOWERING_VECTORS(double, double)
#undef LOWERING_VECTORS
#undef LOWERING_VECTOR

// A vector of what an expression makes of each component; `C` is the component's name there.
#define LOWERING_EACH(V, MACRO, OP) \
  MACRO(x, OP) \
  if constexpr (lowering::Vector<V>::count > 1) MACRO(y, OP) \
  if constexpr (lowering::Vector<V>::count > 2) MACRO(z, OP) \
  if constexpr (lowering::Vector<V>::count > 3) MACRO(w, OP)
#define LOWERING_BOTH(C, OP) r.C = a.C OP b.C;
#define LOWERING_LEFT(C, OP) r.C = a.C OP b;
#define LOWERING_RIGHT(C, OP) r.C = a OP b.C;
#define LOWERING_SELF(C, OP) a.C OP b.C;
#define LOWERING_SELF_LEFT(C, OP) a.C OP b;
#define LOWERING_CALL1(C, F) r.C = F(a.C);
#define LOWERING_CALL2(C, F) r.C = F(a.C, b.C);
#define LOWERING_VECTOR_OPERATOR(OP) \
  template <class V> LOWERING_HD inline lowering::OfSize<V> operator OP(V a, V b) { \
    V r; \
    LOWERING_EACH(V, LOWERING_BOTH, OP) \
    return r; \
  } \
  template <class V> \
  LOWERING_HD inline lowering::OfSize<V> operator OP(V a, lowering::Element<V> b) { \
    V r; \
    LOWERING_EACH(V, LOWERING_LEFT, OP) \
    return r; \
  } \
  template <class V> \
  LOWERING_HD inline lowering::OfSize<V> operator OP(lowering::Element<V> a, V b) { \
    V r; \
    LOWERING_EACH(V, LOWERING_RIGHT, OP) \
    return r; \
  }
#define LOWERING_VECTOR_ASSIGNMENT(OP) \
  template <class V> LOWERING_HD inline lowering::OfSize<V> &operator OP(V &a, V b) { \
    LOWERING_EACH(V, LOWERING_SELF, OP) \
    return a; \
  } \
  template <class V> \
  LOWERING_HD inline lowering::OfSize<V> &operator OP(V &a, lowering::Element<V> b) { \
    LOWERING_EACH(V, LOWERING_SELF_LEFT, OP) \
    return a; \
  }
LOWERING_VECTOR_OPERATOR(+)
LOWERING_VECTOR_OPERATOR(-)
LOWERING_VECTOR_OPERATOR(*)
LOWERING_VECTOR_OPERATOR(/)
LOWERING_VECTOR_ASSIGNMENT(+=)
LOWERING_VECTOR_ASSIGNMENT(-=)
LOWERING_VECTOR_ASSIGNMENT(*=)
LOWERING_VECTOR_ASSIGNMENT(/=)
template <class V> LOWERING_HD inline lowering::OfSize<V> operator-(V a) {
  V r;
  LOWERING_EACH(V, LOWERING_CALL1, -)
  return r;
}

#define LOWERING_VECTOR_FUNCTION(NAME, F) \
  template <class V> LOWERING_HD inline lowering::OfFloats<V> NAME(V a) { \
    V r; \
    LOWERING_EACH(V, LOWERING_CALL1, F) \
    return r; \
  }
LOWERING_VECTOR_FUNCTION(floorf, floor)
LOWERING_VECTOR_FUNCTION(fabs, fabs)
LOWERING_VECTOR_FUNCTION(floor, floor)
LOWERING_VECTOR_FUNCTION(ceil, ceil)
LOWERING_VECTOR_FUNCTION(frac, frac)
#undef LOWERING_VECTOR_FUNCTION
template <class V> LOWERING_HD inline lowering::OfSize<V> abs(V a) {
  V r;
  LOWERING_EACH(V, LOWERING_CALL1, abs)
  return r;
}
#define LOWERING_VECTOR_FUNCTION(NAME, F) \
  template <class V> LOWERING_HD inline lowering::OfSize<V> NAME(V a, V b) { \
    V r; \
    LOWERING_EACH(V, LOWERING_CALL2, F) \
    return r; \
  }
LOWERING_VECTOR_FUNCTION(min, min)
LOWERING_VECTOR_FUNCTION(max, max)
LOWERING_VECTOR_FUNCTION(fminf, fmin)
LOWERING_VECTOR_FUNCTION(fmaxf, fmax)
LOWERING_VECTOR_FUNCTION(fmodf, fmod)
LOWERING_VECTOR_FUNCTION(fmod, fmod)
#undef LOWERING_VECTOR_FUNCTION
#undef LOWERING_VECTOR_OPERATOR
#undef LOWERING_VECTOR_ASSIGNMENT
#undef LOWERING_BOTH
#undef LOWERING_LEFT
#undef LOWERING_RIGHT
#undef LOWERING_SELF
#undef LOWERING_SELF_LEFT
#undef LOWERING_CALL1
#undef LOWERING_CALL2
#undef LOWERING_EACH

// Geometry.
template <class V> LOWERING_HD inline lowering::Element<lowering::OfSize<V>> dot(V a, V b) {
  lowering::Element<V> r = a.x * b.x;
  if constexpr (lowering::Vector<V>::count > 1) r += a.y * b.y;
  if constexpr (lowering::Vector<V>::count > 2) r += a.z * b.z;
  if constexpr (lowering::Vector<V>::count > 3) r += a.w * b.w;
  return r;
}
template <class V> LOWERING_HD inline lowering::Element<lowering::OfFloats<V>> length(V v) {
  return sqrt(dot(v, v));
}
template <class V> LOWERING_HD inline lowering::OfFloats<V> normalize(V v) {
  return v * rsqrt(dot(v, v));
}
template <class V> LOWERING_HD inline lowering::OfFloats<V> reflect(V i, V n) {
  return i - n * ((lowering::Element<V>)2 * dot(n, i));
}
template <class V> LOWERING_HD inline lowering::OfSize<V, 3> cross(V a, V b) {
  V r;
  r.x = a.y * b.z - a.z * b.y;
  r.y = a.z * b.x - a.x * b.z;
  r.z = a.x * b.y - a.y * b.x;
  return r;
}

// Interpolation and limits, of vectors and of scalars.
template <class V>
LOWERING_HD inline lowering::OfFloats<V> lerp(V a, V b, lowering::Element<V> t) {
  return a + t * (b - a);
}
template <class V> LOWERING_HD inline lowering::OfSize<V> clamp(V v, V a, V b) {
  return max(a, min(v, b));
}
template <class V>
LOWERING_HD inline lowering::OfSize<V> clamp(V v, lowering::Element<V> a, lowering::Element<V> b) {
  V low, high;
  low.x = a;
  high.x = b;
  if constexpr (lowering::Vector<V>::count > 1) low.y = a, high.y = b;
  if constexpr (lowering::Vector<V>::count > 2) low.z = a, high.z = b;
  if constexpr (lowering::Vector<V>::count > 3) low.w = a, high.w = b;
  return clamp(v, low, high);
}
template <class V> LOWERING_HD inline lowering::OfFloats<V> smoothstep(V a, V b, V x) {
  V y = clamp((x - a) / (b - a), (lowering::Element<V>)0, (lowering::Element<V>)1);
  return y * y * ((lowering::Element<V>)3 - (lowering::Element<V>)2 * y);
}
template <class = void> LOWERING_HD inline float lerp(float a, float b, float t) {
  return a + t * (b - a);
}
template <class = void> LOWERING_HD inline float clamp(float v, float a, float b) {
  return fmaxf(a, fminf(v, b));
}
template <class = void> LOWERING_HD inline int clamp(int v, int a, int b) {
  return max(a, min(v, b));
}
template <class = void> LOWERING_HD inline unsigned clamp(unsigned v, unsigned a, unsigned b) {
  return max(a, min(v, b));
}
template <class = void> LOWERING_HD inline float frac(float v) { return v - floorf(v); }

// Vectors of one scalar, of a shorter vector, of a longer one, and of other elements.
#define LOWERING_MAKE(NAME, T) \
  template <class = void> LOWERING_HD inline NAME##2 make_##NAME##2(T s) { \
    return make_##NAME##2(s, s); \
  } \
  template <class = void> LOWERING_HD inline NAME##3 make_##NAME##3(T s) { \
    return make_##NAME##3(s, s, s); \
  } \
  template <class = void> LOWERING_HD inline NAME##4 make_##NAME##4(T s) { \
    return make_##NAME##4(s, s, s, s); \
  } \
  template <class V> LOWERING_HD inline lowering::Make<V, 2, NAME##2> make_##NAME##2(V v) { \
    return make_##NAME##2((T)v.x, (T)v.y); \
  } \
  template <class V> LOWERING_HD inline lowering::Make<V, 3, NAME##3> make_##NAME##3(V v) { \
    return make_##NAME##3((T)v.x, (T)v.y, (T)v.z); \
  } \
  template <class V> LOWERING_HD inline lowering::Make<V, 4, NAME##4> make_##NAME##4(V v) { \
    return make_##NAME##4((T)v.x, (T)v.y, (T)v.z, (T)v.w); \
  } \
  template <class V> LOWERING_HD inline lowering::Exactly<V, 2, NAME##3> make_##NAME##3(V v) { \
    return make_##NAME##3((T)v.x, (T)v.y, (T)0); \
  } \
  template <class V> LOWERING_HD inline lowering::Exactly<V, 3, NAME##4> make_##NAME##4(V v) { \
    return make_##NAME##4((T)v.x, (T)v.y, (T)v.z, (T)0); \
  } \
  template <class V> \
  LOWERING_HD inline lowering::Exactly<V, 2, NAME##3> make_##NAME##3(V v, T s) { \
    return make_##NAME##3((T)v.x, (T)v.y, s); \
  } \
  template <class V> \
  LOWERING_HD inline lowering::Exactly<V, 3, NAME##4> make_##NAME##4(V v, T s) { \
    return make_##NAME##4((T)v.x, (T)v.y, (T)v.z, s); \
  }
namespace lowering {
template <class V, int N, class R> using Make = typename If<(Vector<V>::count >= N), R>::type;
template <class V, int N, class R> using Exactly = typename If<Vector<V>::count == N, R>::type;
} // namespace lowering
LOWERING_MAKE(float, float)
LOWERING_MAKE(double, double)
LOWERING_MAKE(int, int)
LOWERING_MAKE(uint, unsigned)
LOWERING_MAKE(char, signed char)
LOWERING_MAKE(uchar, unsigned char)
LOWERING_MAKE(short, short)
LOWERING_MAKE(ushort, unsigned short)
#undef LOWERING_MAKE
