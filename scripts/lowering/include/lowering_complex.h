// Complex numbers, for the namespaces that have them.
#pragma once
#include "cuda_runtime.h"

#define LOWERING_COMPLEX_NUMBERS \
  template <class T> struct complex { \
    typedef T value_type; \
    T re, im; \
    complex() = default; \
    __device__ __host__ constexpr complex(T a, T b = T()) : re(a), im(b) {} \
    template <class U> \
    __device__ __host__ constexpr complex(const complex<U> &c) : re(T(c.real())), im(T(c.imag())) {} \
    __device__ __host__ constexpr T real() const { return re; } \
    __device__ __host__ constexpr T imag() const { return im; } \
    __device__ __host__ void real(T a) { re = a; } \
    __device__ __host__ void imag(T a) { im = a; } \
    __device__ __host__ complex &operator+=(const complex &c) { return *this = *this + c; } \
    __device__ __host__ complex &operator-=(const complex &c) { return *this = *this - c; } \
    __device__ __host__ complex &operator*=(const complex &c) { return *this = *this * c; } \
    __device__ __host__ complex &operator/=(const complex &c) { return *this = *this / c; } \
    friend __device__ __host__ complex operator+(const complex &a, const complex &b) { \
      return complex(a.re + b.re, a.im + b.im); \
    } \
    friend __device__ __host__ complex operator-(const complex &a, const complex &b) { \
      return complex(a.re - b.re, a.im - b.im); \
    } \
    friend __device__ __host__ complex operator*(const complex &a, const complex &b) { \
      return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); \
    } \
    friend __device__ __host__ complex operator/(const complex &a, const complex &b) { \
      T s = b.re * b.re + b.im * b.im; \
      return complex((a.re * b.re + a.im * b.im) / s, (a.im * b.re - a.re * b.im) / s); \
    } \
    friend __device__ __host__ complex operator-(const complex &a) { return complex(-a.re, -a.im); } \
    friend __device__ __host__ bool operator==(const complex &a, const complex &b) { \
      return a.re == b.re && a.im == b.im; \
    } \
    friend __device__ __host__ bool operator!=(const complex &a, const complex &b) { \
      return !(a == b); \
    } \
  }; \
  template <class T> __device__ __host__ inline T real(const complex<T> &c) { return c.re; } \
  template <class T> __device__ __host__ inline T imag(const complex<T> &c) { return c.im; } \
  template <class T> __device__ __host__ inline T norm(const complex<T> &c) { \
    return c.re * c.re + c.im * c.im; \
  } \
  template <class T> __device__ __host__ inline T abs(const complex<T> &c) { \
    return ::hypot(c.re, c.im); \
  } \
  template <class T> __device__ __host__ inline T arg(const complex<T> &c) { \
    return ::atan2(c.im, c.re); \
  } \
  template <class T> __device__ __host__ inline complex<T> conj(const complex<T> &c) { \
    return complex<T>(c.re, -c.im); \
  } \
  template <class T> __device__ __host__ inline complex<T> polar(T r, T a) { \
    return complex<T>(r * ::cos(a), r * ::sin(a)); \
  } \
  template <class T> __device__ __host__ inline complex<T> exp(const complex<T> &c) { \
    return polar(::exp(c.re), c.im); \
  }
