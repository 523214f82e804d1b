// Attributes and vector types of CUDA.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__
#define __noinline__ __attribute__((noinline))
#define __align__(N) __attribute__((aligned(N)))
#define __grid_constant__
#define __cluster_dims__(...) __attribute__((annotate("lowering_cluster_dims", __VA_ARGS__)))
#ifndef __restrict
#define __restrict __restrict__
#endif

#ifndef NULL
#define NULL 0
#endif
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifdef __cplusplus
namespace std {
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;
} // namespace std
#endif
#ifdef __cplusplus
// What `alignas(..)` asks for: of a type, `size_t(T)` is that of a function; of a number it is one.
template <typename F> struct __lowering_argument;
template <typename T> struct __lowering_argument<size_t(T)> { T value; };
template <typename F> constexpr size_t __lowering_alignment() { return alignof(__lowering_argument<F>); }
template <size_t N> constexpr size_t __lowering_alignment() { return N; }
#endif
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

struct __attribute__((aligned(1))) char1 { signed char x; };
__device__ __host__ inline char1 make_char1(signed char x) {
  char1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(2))) char2 { signed char x, y; };
__device__ __host__ inline char2 make_char2(signed char x, signed char y) {
  char2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(1))) char3 { signed char x, y, z; };
__device__ __host__ inline char3 make_char3(signed char x, signed char y, signed char z) {
  char3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(4))) char4 { signed char x, y, z, w; };
__device__ __host__ inline char4 make_char4(signed char x, signed char y, signed char z, signed char w) {
  char4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(1))) uchar1 { unsigned char x; };
__device__ __host__ inline uchar1 make_uchar1(unsigned char x) {
  uchar1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(2))) uchar2 { unsigned char x, y; };
__device__ __host__ inline uchar2 make_uchar2(unsigned char x, unsigned char y) {
  uchar2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(1))) uchar3 { unsigned char x, y, z; };
__device__ __host__ inline uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) {
  uchar3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(4))) uchar4 { unsigned char x, y, z, w; };
__device__ __host__ inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) {
  uchar4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(2))) short1 { short x; };
__device__ __host__ inline short1 make_short1(short x) {
  short1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(4))) short2 { short x, y; };
__device__ __host__ inline short2 make_short2(short x, short y) {
  short2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(2))) short3 { short x, y, z; };
__device__ __host__ inline short3 make_short3(short x, short y, short z) {
  short3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(8))) short4 { short x, y, z, w; };
__device__ __host__ inline short4 make_short4(short x, short y, short z, short w) {
  short4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(2))) ushort1 { unsigned short x; };
__device__ __host__ inline ushort1 make_ushort1(unsigned short x) {
  ushort1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(4))) ushort2 { unsigned short x, y; };
__device__ __host__ inline ushort2 make_ushort2(unsigned short x, unsigned short y) {
  ushort2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(2))) ushort3 { unsigned short x, y, z; };
__device__ __host__ inline ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
  ushort3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(8))) ushort4 { unsigned short x, y, z, w; };
__device__ __host__ inline ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) {
  ushort4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(4))) int1 { int x; };
__device__ __host__ inline int1 make_int1(int x) {
  int1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(8))) int2 { int x, y; };
__device__ __host__ inline int2 make_int2(int x, int y) {
  int2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(4))) int3 { int x, y, z; };
__device__ __host__ inline int3 make_int3(int x, int y, int z) {
  int3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) int4 { int x, y, z, w; };
__device__ __host__ inline int4 make_int4(int x, int y, int z, int w) {
  int4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(4))) uint1 { unsigned int x; };
__device__ __host__ inline uint1 make_uint1(unsigned int x) {
  uint1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(8))) uint2 { unsigned int x, y; };
__device__ __host__ inline uint2 make_uint2(unsigned int x, unsigned int y) {
  uint2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(4))) uint3 { unsigned int x, y, z; };
__device__ __host__ inline uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) {
  uint3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) uint4 { unsigned int x, y, z, w; };
__device__ __host__ inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
  uint4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(sizeof(long)))) long1 { long x; };
__device__ __host__ inline long1 make_long1(long x) {
  long1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(2 * sizeof(long) > 16 ? 16 : 2 * sizeof(long)))) long2 { long x, y; };
__device__ __host__ inline long2 make_long2(long x, long y) {
  long2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(sizeof(long)))) long3 { long x, y, z; };
__device__ __host__ inline long3 make_long3(long x, long y, long z) {
  long3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(4 * sizeof(long) > 16 ? 16 : 4 * sizeof(long)))) long4 { long x, y, z, w; };
__device__ __host__ inline long4 make_long4(long x, long y, long z, long w) {
  long4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(sizeof(long)))) ulong1 { unsigned long x; };
__device__ __host__ inline ulong1 make_ulong1(unsigned long x) {
  ulong1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(2 * sizeof(long) > 16 ? 16 : 2 * sizeof(long)))) ulong2 { unsigned long x, y; };
__device__ __host__ inline ulong2 make_ulong2(unsigned long x, unsigned long y) {
  ulong2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(sizeof(long)))) ulong3 { unsigned long x, y, z; };
__device__ __host__ inline ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) {
  ulong3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(4 * sizeof(long) > 16 ? 16 : 4 * sizeof(long)))) ulong4 { unsigned long x, y, z, w; };
__device__ __host__ inline ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) {
  ulong4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(8))) longlong1 { long long x; };
__device__ __host__ inline longlong1 make_longlong1(long long x) {
  longlong1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(16))) longlong2 { long long x, y; };
__device__ __host__ inline longlong2 make_longlong2(long long x, long long y) {
  longlong2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(8))) longlong3 { long long x, y, z; };
__device__ __host__ inline longlong3 make_longlong3(long long x, long long y, long long z) {
  longlong3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) longlong4 { long long x, y, z, w; };
__device__ __host__ inline longlong4 make_longlong4(long long x, long long y, long long z, long long w) {
  longlong4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(8))) ulonglong1 { unsigned long long x; };
__device__ __host__ inline ulonglong1 make_ulonglong1(unsigned long long x) {
  ulonglong1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(16))) ulonglong2 { unsigned long long x, y; };
__device__ __host__ inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) {
  ulonglong2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(8))) ulonglong3 { unsigned long long x, y, z; };
__device__ __host__ inline ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) {
  ulonglong3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) ulonglong4 { unsigned long long x, y, z, w; };
__device__ __host__ inline ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) {
  ulonglong4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(4))) float1 { float x; };
__device__ __host__ inline float1 make_float1(float x) {
  float1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(8))) float2 { float x, y; };
__device__ __host__ inline float2 make_float2(float x, float y) {
  float2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(4))) float3 { float x, y, z; };
__device__ __host__ inline float3 make_float3(float x, float y, float z) {
  float3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
__device__ __host__ inline float4 make_float4(float x, float y, float z, float w) {
  float4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}
struct __attribute__((aligned(8))) double1 { double x; };
__device__ __host__ inline double1 make_double1(double x) {
  double1 r; r.x = x;
  return r;
}
struct __attribute__((aligned(16))) double2 { double x, y; };
__device__ __host__ inline double2 make_double2(double x, double y) {
  double2 r; r.x = x; r.y = y;
  return r;
}
struct __attribute__((aligned(8))) double3 { double x, y, z; };
__device__ __host__ inline double3 make_double3(double x, double y, double z) {
  double3 r; r.x = x; r.y = y; r.z = z;
  return r;
}
struct __attribute__((aligned(16))) double4 { double x, y, z, w; };
__device__ __host__ inline double4 make_double4(double x, double y, double z, double w) {
  double4 r; r.x = x; r.y = y; r.z = z; r.w = w;
  return r;
}

struct dim3 {
  unsigned x, y, z;
  __device__ __host__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __device__ __host__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __device__ __host__ operator uint3() const { return make_uint3(x, y, z); }
};
