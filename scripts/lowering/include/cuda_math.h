// Mathematical functions, for host and device. The C names are double, with `f` float; C++ adds
// overloads by type.
#pragma once

#define MATH extern "C" __attribute__((device, host))
#define MATHO __attribute__((device, host))

MATH double acos(double);
MATH float acosf(float);
MATHO float acos(float);
MATH double acosh(double);
MATH float acoshf(float);
MATHO float acosh(float);
MATH double asin(double);
MATH float asinf(float);
MATHO float asin(float);
MATH double asinh(double);
MATH float asinhf(float);
MATHO float asinh(float);
MATH double atan(double);
MATH float atanf(float);
MATHO float atan(float);
MATH double atanh(double);
MATH float atanhf(float);
MATHO float atanh(float);
MATH double cbrt(double);
MATH float cbrtf(float);
MATHO float cbrt(float);
MATH double ceil(double);
MATH float ceilf(float);
MATHO float ceil(float);
MATH double cos(double);
MATH float cosf(float);
MATHO float cos(float);
MATH double cosh(double);
MATH float coshf(float);
MATHO float cosh(float);
MATH double cospi(double);
MATH float cospif(float);
MATHO float cospi(float);
MATH double erf(double);
MATH float erff(float);
MATHO float erf(float);
MATH double erfc(double);
MATH float erfcf(float);
MATHO float erfc(float);
MATH double erfinv(double);
MATH float erfinvf(float);
MATHO float erfinv(float);
MATH double erfcinv(double);
MATH float erfcinvf(float);
MATHO float erfcinv(float);
MATH double erfcx(double);
MATH float erfcxf(float);
MATHO float erfcx(float);
MATH double exp(double);
MATH float expf(float);
MATHO float exp(float);
MATH double exp10(double);
MATH float exp10f(float);
MATHO float exp10(float);
MATH double exp2(double);
MATH float exp2f(float);
MATHO float exp2(float);
MATH double expm1(double);
MATH float expm1f(float);
MATHO float expm1(float);
MATH double fabs(double);
MATH float fabsf(float);
MATHO float fabs(float);
MATH double floor(double);
MATH float floorf(float);
MATHO float floor(float);
MATH double j0(double);
MATH float j0f(float);
MATHO float j0(float);
MATH double j1(double);
MATH float j1f(float);
MATHO float j1(float);
MATH double lgamma(double);
MATH float lgammaf(float);
MATHO float lgamma(float);
MATH double log(double);
MATH float logf(float);
MATHO float log(float);
MATH double log10(double);
MATH float log10f(float);
MATHO float log10(float);
MATH double log1p(double);
MATH float log1pf(float);
MATHO float log1p(float);
MATH double log2(double);
MATH float log2f(float);
MATHO float log2(float);
MATH double logb(double);
MATH float logbf(float);
MATHO float logb(float);
MATH double nearbyint(double);
MATH float nearbyintf(float);
MATHO float nearbyint(float);
MATH double normcdf(double);
MATH float normcdff(float);
MATHO float normcdf(float);
MATH double normcdfinv(double);
MATH float normcdfinvf(float);
MATHO float normcdfinv(float);
MATH double rcbrt(double);
MATH float rcbrtf(float);
MATHO float rcbrt(float);
MATH double rint(double);
MATH float rintf(float);
MATHO float rint(float);
MATH double round(double);
MATH float roundf(float);
MATHO float round(float);
MATH double rsqrt(double);
MATH float rsqrtf(float);
MATHO float rsqrt(float);
MATH double sin(double);
MATH float sinf(float);
MATHO float sin(float);
MATH double sinh(double);
MATH float sinhf(float);
MATHO float sinh(float);
MATH double sinpi(double);
MATH float sinpif(float);
MATHO float sinpi(float);
MATH double sqrt(double);
MATH float sqrtf(float);
MATHO float sqrt(float);
MATH double tan(double);
MATH float tanf(float);
MATHO float tan(float);
MATH double tanh(double);
MATH float tanhf(float);
MATHO float tanh(float);
MATH double tgamma(double);
MATH float tgammaf(float);
MATHO float tgamma(float);
MATH double trunc(double);
MATH float truncf(float);
MATHO float trunc(float);
MATH double y0(double);
MATH float y0f(float);
MATHO float y0(float);
MATH double y1(double);
MATH float y1f(float);
MATHO float y1(float);
MATH double atan2(double, double);
MATH float atan2f(float, float);
MATHO float atan2(float, float);
MATH double copysign(double, double);
MATH float copysignf(float, float);
MATHO float copysign(float, float);
MATH double fdim(double, double);
MATH float fdimf(float, float);
MATHO float fdim(float, float);
MATH double fmax(double, double);
MATH float fmaxf(float, float);
MATHO float fmax(float, float);
MATH double fmin(double, double);
MATH float fminf(float, float);
MATHO float fmin(float, float);
MATH double fmod(double, double);
MATH float fmodf(float, float);
MATHO float fmod(float, float);
MATH double hypot(double, double);
MATH float hypotf(float, float);
MATHO float hypot(float, float);
MATH double rhypot(double, double);
MATH float rhypotf(float, float);
MATHO float rhypot(float, float);
MATH double nextafter(double, double);
MATH float nextafterf(float, float);
MATHO float nextafter(float, float);
MATH double pow(double, double);
MATH float powf(float, float);
MATHO float pow(float, float);
MATH double remainder(double, double);
MATH float remainderf(float, float);
MATHO float remainder(float, float);
MATH double fma(double, double, double);
MATH float fmaf(float, float, float);
MATHO float fma(float, float, float);
MATH double norm3d(double, double, double);
MATH float norm3df(float, float, float);
MATHO float norm3d(float, float, float);
// Integers count as double, and so do two numbers of different types, as in C++.
namespace lowering {
template <bool B, class T> struct If {};
template <class T> struct If<true, T> { typedef T type; };
template <class A, class B> struct Same { static const bool value = false; };
template <class A> struct Same<A, A> { static const bool value = true; };
} // namespace lowering
#define LOWERING_OF_INTEGERS(NAME) \
  template <class T, typename lowering::If<__is_integral(T), int>::type = 0> \
  MATHO inline double NAME(T x) { \
    return NAME((double)x); \
  }
#define LOWERING_OF_MIXED(NAME) \
  template <class A, class B, typename lowering::If<__is_arithmetic(A) && __is_arithmetic(B) && \
                                   (!lowering::Same<A, B>::value || __is_integral(A)), int>::type = 0> \
  MATHO inline double NAME(A x, B y) { \
    return NAME((double)x, (double)y); \
  }
LOWERING_OF_INTEGERS(acos)
LOWERING_OF_INTEGERS(acosh)
LOWERING_OF_INTEGERS(asin)
LOWERING_OF_INTEGERS(asinh)
LOWERING_OF_INTEGERS(atan)
LOWERING_OF_INTEGERS(atanh)
LOWERING_OF_INTEGERS(cbrt)
LOWERING_OF_INTEGERS(ceil)
LOWERING_OF_INTEGERS(cos)
LOWERING_OF_INTEGERS(cosh)
LOWERING_OF_INTEGERS(erf)
LOWERING_OF_INTEGERS(erfc)
LOWERING_OF_INTEGERS(exp)
LOWERING_OF_INTEGERS(exp2)
LOWERING_OF_INTEGERS(expm1)
LOWERING_OF_INTEGERS(fabs)
LOWERING_OF_INTEGERS(floor)
LOWERING_OF_INTEGERS(lgamma)
LOWERING_OF_INTEGERS(log)
LOWERING_OF_INTEGERS(log10)
LOWERING_OF_INTEGERS(log1p)
LOWERING_OF_INTEGERS(log2)
LOWERING_OF_INTEGERS(logb)
LOWERING_OF_INTEGERS(nearbyint)
LOWERING_OF_INTEGERS(rint)
LOWERING_OF_INTEGERS(round)
LOWERING_OF_INTEGERS(rsqrt)
LOWERING_OF_INTEGERS(sin)
LOWERING_OF_INTEGERS(sinh)
LOWERING_OF_INTEGERS(sqrt)
LOWERING_OF_INTEGERS(tan)
LOWERING_OF_INTEGERS(tanh)
LOWERING_OF_INTEGERS(tgamma)
LOWERING_OF_INTEGERS(trunc)
LOWERING_OF_MIXED(atan2)
LOWERING_OF_MIXED(copysign)
LOWERING_OF_MIXED(fdim)
LOWERING_OF_MIXED(fmax)
LOWERING_OF_MIXED(fmin)
LOWERING_OF_MIXED(fmod)
LOWERING_OF_MIXED(hypot)
LOWERING_OF_MIXED(nextafter)
LOWERING_OF_MIXED(remainder)
LOWERING_OF_MIXED(pow)
#undef LOWERING_OF_INTEGERS
#undef LOWERING_OF_MIXED
MATHO inline double pow(double x, int y) { return pow(x, (double)y); }
MATHO inline double pow(int x, int y) { return pow((double)x, (double)y); }
MATHO inline float pow(float x, int y) { return pow(x, (float)y); }
MATHO inline double pow(float x, double y) { return pow((double)x, y); }
MATHO inline double pow(double x, float y) { return pow(x, (double)y); }
MATH double ldexp(double, int);
MATH float ldexpf(float, int);
MATH double scalbn(double, int);
MATH float scalbnf(float, int);
MATH int ilogb(double);
MATH int ilogbf(float);
MATH long lrint(double);
MATH long lrintf(float);
MATH long lround(double);
MATH long lroundf(float);
MATH long long llrint(double);
MATH long long llrintf(float);
MATH long long llround(double);
MATH long long llroundf(float);
MATHO inline long lrint(float x) { return lrintf(x); }
MATHO inline long lround(float x) { return lroundf(x); }
MATHO inline long long llrint(float x) { return llrintf(x); }
MATHO inline long long llround(float x) { return llroundf(x); }
MATHO inline float ldexp(float x, int n) { return ldexpf(x, n); }
MATHO inline float scalbn(float x, int n) { return scalbnf(x, n); }
MATHO inline double scalbln(double x, long n) { return scalbn(x, (int)n); }
MATHO inline float scalblnf(float x, long n) { return scalbnf(x, (int)n); }
MATHO inline int ilogb(float x) { return ilogbf(x); }
MATH double norm4d(double, double, double, double);
MATH float norm4df(float, float, float, float);
MATH double rnorm3d(double, double, double);
MATH float rnorm3df(float, float, float);
MATH double rnorm4d(double, double, double, double);
MATH float rnorm4df(float, float, float, float);
MATH double cyl_bessel_i0(double);
MATH float cyl_bessel_i0f(float);
MATH double cyl_bessel_i1(double);
MATH float cyl_bessel_i1f(float);
MATH double jn(int, double);
MATH float jnf(int, float);
MATH double yn(int, double);
MATH float ynf(int, float);
// The norm of an array is that of what is read of it.
MATHO inline double norm(int n, const double *p) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = hypot(sum, p[i]);
  return sum;
}
MATHO inline float normf(int n, const float *p) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum = hypotf(sum, p[i]);
  return sum;
}
MATHO inline double rnorm(int n, const double *p) { return 1 / norm(n, p); }
MATHO inline float rnormf(int n, const float *p) { return 1 / normf(n, p); }
MATH double nan(const char *);
MATH float nanf(const char *);
MATH double frexp(double, int *);
MATH float frexpf(float, int *);
MATH double modf(double, double *);
MATH float modff(float, float *);
MATH double remquo(double, double, int *);
MATH float remquof(float, float, int *);
MATH void sincos(double, double *, double *);
MATH void sincosf(float, float *, float *);
MATH void __sincosf(float, float *, float *);
MATH void sincospi(double, double *, double *);
MATH void sincospif(float, float *, float *);
MATHO bool isnan(float);
MATHO bool isnan(double);
MATHO bool isinf(float);
MATHO bool isinf(double);
MATHO bool isfinite(float);
MATHO bool isfinite(double);
MATHO bool signbit(float);
MATHO bool signbit(double);
#define LOWERING_OF_INTEGERS(NAME, VALUE) \
  template <class T, typename lowering::If<__is_integral(T), int>::type = 0> \
  MATHO inline bool NAME(T x) { \
    return VALUE; \
  }
LOWERING_OF_INTEGERS(isnan, false)
LOWERING_OF_INTEGERS(isinf, false)
LOWERING_OF_INTEGERS(isfinite, true)
LOWERING_OF_INTEGERS(signbit, x < 0)
#undef LOWERING_OF_INTEGERS
MATHO inline bool isnormal(double x) { return isfinite(x) && fabs(x) >= 2.2250738585072014e-308; }
MATHO inline bool isnormal(float x) { return isfinite(x) && fabsf(x) >= 1.17549435e-38f; }
MATHO inline int __signbit(double x) { return signbit(x); }
MATHO inline int __signbitd(double x) { return signbit(x); }
MATHO inline int __signbitf(float x) { return signbit(x); }
MATHO inline int __isnan(double x) { return isnan(x); }
MATHO inline int __isnanf(float x) { return isnan(x); }
MATHO inline int __isinf(double x) { return isinf(x); }
MATHO inline int __isinff(float x) { return isinf(x); }
MATHO inline int __finite(double x) { return isfinite(x); }
MATHO inline int __finitef(float x) { return isfinite(x); }
MATHO inline int finite(double x) { return isfinite(x); }

MATH float __saturatef(float);
MATH float __fdividef(float, float);
#define fdividef __fdividef
MATH float __sinf(float);
MATH float __cosf(float);
MATH float __tanf(float);
MATH float __expf(float);
MATH float __exp10f(float);
MATH float __logf(float);
MATH float __log2f(float);
MATH float __log10f(float);
MATH float __powf(float, float);
MATH float __fadd_rn(float, float);
MATH double __dadd_rn(double, double);
MATH float __fsub_rn(float, float);
MATH double __dsub_rn(double, double);
MATH float __fmul_rn(float, float);
MATH double __dmul_rn(double, double);
MATH float __fdiv_rn(float, float);
MATH double __ddiv_rn(double, double);
MATH float __fsqrt_rn(float);
MATH double __dsqrt_rn(double);
MATH float __frcp_rn(float);
MATH double __drcp_rn(double);
MATH float __fmaf_rn(float, float, float);
MATH float __fmaf_ieee_rn(float, float, float);
MATH double __fma_rn(double, double, double);
MATH int __float2int_rn(float);
MATH float __int2float_rn(int);
MATH unsigned __float2uint_rn(float);
MATH float __uint2float_rn(unsigned);
MATH long long __float2ll_rn(float);
MATH float __ll2float_rn(long long);
MATH unsigned long long __float2ull_rn(float);
MATH float __ull2float_rn(unsigned long long);
MATH int __double2int_rn(double);
MATH double __int2double_rn(int);
MATH unsigned __double2uint_rn(double);
MATH double __uint2double_rn(unsigned);
MATH long long __double2ll_rn(double);
MATH double __ll2double_rn(long long);
MATH unsigned long long __double2ull_rn(double);
MATH double __ull2double_rn(unsigned long long);
MATH float __double2float_rn(double);
MATH float __fadd_rz(float, float);
MATH double __dadd_rz(double, double);
MATH float __fsub_rz(float, float);
MATH double __dsub_rz(double, double);
MATH float __fmul_rz(float, float);
MATH double __dmul_rz(double, double);
MATH float __fdiv_rz(float, float);
MATH double __ddiv_rz(double, double);
MATH float __fsqrt_rz(float);
MATH double __dsqrt_rz(double);
MATH float __frcp_rz(float);
MATH double __drcp_rz(double);
MATH float __fmaf_rz(float, float, float);
MATH double __fma_rz(double, double, double);
MATH int __float2int_rz(float);
MATH float __int2float_rz(int);
MATH unsigned __float2uint_rz(float);
MATH float __uint2float_rz(unsigned);
MATH long long __float2ll_rz(float);
MATH float __ll2float_rz(long long);
MATH unsigned long long __float2ull_rz(float);
MATH float __ull2float_rz(unsigned long long);
MATH int __double2int_rz(double);
MATH double __int2double_rz(int);
MATH unsigned __double2uint_rz(double);
MATH double __uint2double_rz(unsigned);
MATH long long __double2ll_rz(double);
MATH double __ll2double_rz(long long);
MATH unsigned long long __double2ull_rz(double);
MATH double __ull2double_rz(unsigned long long);
MATH float __double2float_rz(double);
MATH float __fadd_ru(float, float);
MATH double __dadd_ru(double, double);
MATH float __fsub_ru(float, float);
MATH double __dsub_ru(double, double);
MATH float __fmul_ru(float, float);
MATH double __dmul_ru(double, double);
MATH float __fdiv_ru(float, float);
MATH double __ddiv_ru(double, double);
MATH float __fsqrt_ru(float);
MATH double __dsqrt_ru(double);
MATH float __frcp_ru(float);
MATH double __drcp_ru(double);
MATH float __fmaf_ru(float, float, float);
MATH double __fma_ru(double, double, double);
MATH int __float2int_ru(float);
MATH float __int2float_ru(int);
MATH unsigned __float2uint_ru(float);
MATH float __uint2float_ru(unsigned);
MATH long long __float2ll_ru(float);
MATH float __ll2float_ru(long long);
MATH unsigned long long __float2ull_ru(float);
MATH float __ull2float_ru(unsigned long long);
MATH int __double2int_ru(double);
MATH double __int2double_ru(int);
MATH unsigned __double2uint_ru(double);
MATH double __uint2double_ru(unsigned);
MATH long long __double2ll_ru(double);
MATH double __ll2double_ru(long long);
MATH unsigned long long __double2ull_ru(double);
MATH double __ull2double_ru(unsigned long long);
MATH float __double2float_ru(double);
MATH float __fadd_rd(float, float);
MATH double __dadd_rd(double, double);
MATH float __fsub_rd(float, float);
MATH double __dsub_rd(double, double);
MATH float __fmul_rd(float, float);
MATH double __dmul_rd(double, double);
MATH float __fdiv_rd(float, float);
MATH double __ddiv_rd(double, double);
MATH float __fsqrt_rd(float);
MATH double __dsqrt_rd(double);
MATH float __frcp_rd(float);
MATH double __drcp_rd(double);
MATH float __fmaf_rd(float, float, float);
MATH double __fma_rd(double, double, double);
MATH int __float2int_rd(float);
MATH float __int2float_rd(int);
MATH unsigned __float2uint_rd(float);
MATH float __uint2float_rd(unsigned);
MATH long long __float2ll_rd(float);
MATH float __ll2float_rd(long long);
MATH unsigned long long __float2ull_rd(float);
MATH float __ull2float_rd(unsigned long long);
MATH int __double2int_rd(double);
MATH double __int2double_rd(int);
MATH unsigned __double2uint_rd(double);
MATH double __uint2double_rd(unsigned);
MATH long long __double2ll_rd(double);
MATH double __ll2double_rd(long long);
MATH unsigned long long __double2ull_rd(double);
MATH double __ull2double_rd(unsigned long long);
MATH float __double2float_rd(double);
MATH float __frsqrt_rn(float);

MATH int __float_as_int(float);
MATH unsigned __float_as_uint(float);
MATH float __int_as_float(int);
MATH float __uint_as_float(unsigned);
MATH long long __double_as_longlong(double);
MATH double __longlong_as_double(long long);
MATH int __double2loint(double);
MATH int __double2hiint(double);
MATH double __hiloint2double(int, int);

MATH int abs(int);
MATH long labs(long);
MATH long long llabs(long long);
MATHO inline float abs(float x) { return fabsf(x); }
MATHO inline double abs(double x) { return fabs(x); }
MATHO inline long abs(long x) { return labs(x); }
MATHO inline long long abs(long long x) { return llabs(x); }

MATHO int min(int, int);
MATHO int max(int, int);
MATHO unsigned min(unsigned, unsigned);
MATHO unsigned max(unsigned, unsigned);
MATHO long min(long, long);
MATHO long max(long, long);
MATHO unsigned long min(unsigned long, unsigned long);
MATHO unsigned long max(unsigned long, unsigned long);
MATHO long long min(long long, long long);
MATHO long long max(long long, long long);
MATHO unsigned long long min(unsigned long long, unsigned long long);
MATHO unsigned long long max(unsigned long long, unsigned long long);
MATHO inline unsigned min(int x, unsigned y) { return min((unsigned)x, (unsigned)y); }
MATHO inline unsigned max(int x, unsigned y) { return max((unsigned)x, (unsigned)y); }
MATHO inline unsigned min(unsigned x, int y) { return min((unsigned)x, (unsigned)y); }
MATHO inline unsigned max(unsigned x, int y) { return max((unsigned)x, (unsigned)y); }
MATHO float min(float, float);
MATHO float max(float, float);
MATHO double min(double, double);
MATHO double max(double, double);
MATHO inline double min(float x, double y) { return fmin((double)x, y); }
MATHO inline double max(float x, double y) { return fmax((double)x, y); }
MATHO inline double min(double x, float y) { return fmin(x, (double)y); }
MATHO inline double max(double x, float y) { return fmax(x, (double)y); }
#undef MATH
#undef MATHO

#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F __int_as_float(1)
#define CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
#define CUDART_NEG_ZERO_F __int_as_float(0x80000000)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_PI_F 3.141592654f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_SQRT_2_F 1.414213562f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000ULL)
#define CUDART_NAN __longlong_as_double(0xfff8000000000000ULL)
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_PIO2 1.5707963267948966e+0
#define CUDART_SQRT_2 1.4142135623730951e+0
#define CUDART_SQRT_HALF 7.0710678118654757e-1
#define CUDART_L2E 1.4426950408889634e+0
#define CUDART_LN2 6.9314718055994529e-1
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
#ifndef INFINITY
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#endif
