// Textures and surfaces. A read of a texture has an arbitrary result.
#pragma once

enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum {
  cudaTextureType1D = 1,
  cudaTextureType2D = 2,
  cudaTextureType3D = 3,
  cudaTextureTypeCubemap = 12,
  cudaTextureType1DLayered = 241,
  cudaTextureType2DLayered = 242,
  cudaTextureTypeCubemapLayered = 252,
  cudaSurfaceType1D = 1,
  cudaSurfaceType2D = 2,
  cudaSurfaceType3D = 3,
  cudaSurfaceTypeCubemap = 12,
  cudaSurfaceType1DLayered = 241,
  cudaSurfaceType2DLayered = 242,
  cudaSurfaceTypeCubemapLayered = 252
};
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero,
  cudaBoundaryModeClamp,
  cudaBoundaryModeTrap
};
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long CUtexObject;
typedef struct lowering_texels *cudaSurfaceObject_t;
typedef cudaSurfaceObject_t CUsurfObject;

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned,
  cudaChannelFormatKindUnsigned,
  cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};

template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};

namespace lowering_texture {
template <class T, cudaTextureReadMode M> struct Result { typedef T type; };
#define LOWERING_NORMALIZED(T, R) \
  template <> struct Result<T, cudaReadModeNormalizedFloat> { typedef R type; };
LOWERING_NORMALIZED(unsigned char, float)
LOWERING_NORMALIZED(signed char, float)
LOWERING_NORMALIZED(unsigned short, float)
LOWERING_NORMALIZED(short, float)
LOWERING_NORMALIZED(char1, float1)
LOWERING_NORMALIZED(char2, float2)
LOWERING_NORMALIZED(char4, float4)
LOWERING_NORMALIZED(uchar1, float1)
LOWERING_NORMALIZED(uchar2, float2)
LOWERING_NORMALIZED(uchar4, float4)
LOWERING_NORMALIZED(short1, float1)
LOWERING_NORMALIZED(short2, float2)
LOWERING_NORMALIZED(short4, float4)
LOWERING_NORMALIZED(ushort1, float1)
LOWERING_NORMALIZED(ushort2, float2)
LOWERING_NORMALIZED(ushort4, float4)
#undef LOWERING_NORMALIZED
template <class T> __device__ inline T arbitrary() {
  T result;
  return result;
}
} // namespace lowering_texture

// Each function by reference and by object, the latter also with the result through a pointer.
#define LOWERING_TEXTURE(NAME, ...) \
  template <class T, int D, cudaTextureReadMode M> \
  __device__ inline typename lowering_texture::Result<T, M>::type NAME( \
      const texture<T, D, M> &, __VA_ARGS__) { \
    return lowering_texture::arbitrary<typename lowering_texture::Result<T, M>::type>(); \
  } \
  template <class T> __device__ inline T NAME(cudaTextureObject_t, __VA_ARGS__) { \
    return lowering_texture::arbitrary<T>(); \
  } \
  template <class T> __device__ inline void NAME(T *result, cudaTextureObject_t, __VA_ARGS__) { \
    *result = lowering_texture::arbitrary<T>(); \
  }
LOWERING_TEXTURE(tex1Dfetch, int)
LOWERING_TEXTURE(tex1D, float)
LOWERING_TEXTURE(tex2D, float, float)
LOWERING_TEXTURE(tex3D, float, float, float)
LOWERING_TEXTURE(tex1DLod, float, float)
LOWERING_TEXTURE(tex2DLod, float, float, float)
LOWERING_TEXTURE(tex3DLod, float, float, float, float)
LOWERING_TEXTURE(tex1DGrad, float, float, float)
LOWERING_TEXTURE(tex2DGrad, float, float, float2, float2)
LOWERING_TEXTURE(tex3DGrad, float, float, float, float4, float4)
LOWERING_TEXTURE(tex1DLayered, float, int)
LOWERING_TEXTURE(tex2DLayered, float, float, int)
LOWERING_TEXTURE(tex1DLayeredLod, float, int, float)
LOWERING_TEXTURE(tex2DLayeredLod, float, float, int, float)
LOWERING_TEXTURE(tex1DLayeredGrad, float, int, float, float)
LOWERING_TEXTURE(tex2DLayeredGrad, float, float, int, float2, float2)
LOWERING_TEXTURE(texCubemap, float, float, float)
LOWERING_TEXTURE(texCubemapLod, float, float, float, float)
LOWERING_TEXTURE(texCubemapLayered, float, float, float, int)
LOWERING_TEXTURE(texCubemapLayeredLod, float, float, float, int, float)
LOWERING_TEXTURE(tex2Dgather, float, float, int = 0)
#undef LOWERING_TEXTURE

// A surface is an array of bytes: a surface object is a pointer to it (so that each parameter has
// an array of its own), a surface reference is itself the array. Rows and slices have fixed
// distances, beyond what threads of a launch may name; places of more than 16 MB in a row or a million
// rows of a slice may be taken for each other, which can only add findings.
template <class T, int D = 1>
struct __attribute__((device_builtin_surface_type)) surface {};
template <int D> struct __attribute__((device_builtin_surface_type)) surface<void, D> {};

namespace lowering_surface {
typedef decltype(sizeof(0)) offset_t;
constexpr bool wide = sizeof(offset_t) == 8;
constexpr offset_t row = wide ? offset_t(1) << 34 : 1 << 16; // where there are no slices
constexpr offset_t row_of_slice = wide ? 1 << 24 : 1 << 16;
constexpr offset_t slice = wide ? offset_t(1) << 44 : 1 << 24;
template <class T> __device__ inline T *texel(cudaSurfaceObject_t s, offset_t offset) {
  return (T *)((unsigned char *)s + offset);
}
template <class T, class S, int D>
__device__ inline T *texel(const surface<S, D> &s, offset_t offset) {
  return (T *)((unsigned char *)&s + offset);
}
} // namespace lowering_surface

#define LOWERING_SURFACE(NAME, OFFSET, ...) \
  template <class T, class S> \
  __device__ inline void NAME##write(T v, const S &s, __VA_ARGS__, \
                                     cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    *lowering_surface::texel<T>(s, OFFSET) = v; \
  } \
  template <class T, class S> \
  __device__ inline T NAME##read(const S &s, __VA_ARGS__, \
                                 cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    return *lowering_surface::texel<T>(s, OFFSET); \
  } \
  template <class T, class S> \
  __device__ inline void NAME##read(T *result, const S &s, __VA_ARGS__, \
                                    cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    *result = *lowering_surface::texel<T>(s, OFFSET); \
  }
LOWERING_SURFACE(surf1D, x, int x)
LOWERING_SURFACE(surf2D, y *lowering_surface::row + x, int x, int y)
LOWERING_SURFACE(surf3D, z *lowering_surface::slice + y * lowering_surface::row_of_slice + x, int x, int y,
                 int z)
LOWERING_SURFACE(surf1DLayered, layer *lowering_surface::row + x, int x, int layer)
LOWERING_SURFACE(surf2DLayered, layer *lowering_surface::slice + y * lowering_surface::row_of_slice + x,
                 int x, int y, int layer)
LOWERING_SURFACE(surfCubemap, face *lowering_surface::slice + y * lowering_surface::row_of_slice + x, int x,
                 int y, int face)
LOWERING_SURFACE(surfCubemapLayered,
                 layer *lowering_surface::slice + y * lowering_surface::row_of_slice + x, int x, int y,
                 int layer)
#undef LOWERING_SURFACE
