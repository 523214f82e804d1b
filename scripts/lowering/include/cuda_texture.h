// Textures and surfaces: reads are opaque, their results arbitrary.
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
  cudaTextureType2DLayered = 242
};
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
};

namespace lowering_texture {
template <class T, cudaTextureReadMode M> struct Result { typedef T type; };
#define LOWERING_NORMALIZED(T, R) \
  template <> struct Result<T, cudaReadModeNormalizedFloat> { typedef R type; };
LOWERING_NORMALIZED(unsigned char, float)
LOWERING_NORMALIZED(signed char, float)
LOWERING_NORMALIZED(unsigned short, float)
LOWERING_NORMALIZED(short, float)
LOWERING_NORMALIZED(uchar1, float1)
LOWERING_NORMALIZED(uchar2, float2)
LOWERING_NORMALIZED(uchar4, float4)
LOWERING_NORMALIZED(ushort4, float4)
#undef LOWERING_NORMALIZED
template <class T> __device__ inline T arbitrary() {
  T result;
  return result;
}
} // namespace lowering_texture

#define LOWERING_TEXTURE(NAME, ...) \
  template <class T, int D, cudaTextureReadMode M> \
  __device__ inline typename lowering_texture::Result<T, M>::type NAME( \
      const texture<T, D, M> &, __VA_ARGS__) { \
    return lowering_texture::arbitrary<typename lowering_texture::Result<T, M>::type>(); \
  } \
  template <class T> __device__ inline T NAME(cudaTextureObject_t, __VA_ARGS__) { \
    return lowering_texture::arbitrary<T>(); \
  }
LOWERING_TEXTURE(tex1Dfetch, int)
LOWERING_TEXTURE(tex1D, float)
LOWERING_TEXTURE(tex2D, float, float)
LOWERING_TEXTURE(tex3D, float, float, float)
LOWERING_TEXTURE(tex1DLod, float, float)
LOWERING_TEXTURE(tex2DLod, float, float, float)
LOWERING_TEXTURE(tex3DLod, float, float, float, float)
LOWERING_TEXTURE(tex1DLayered, float, int)
LOWERING_TEXTURE(tex2DLayered, float, float, int)
LOWERING_TEXTURE(texCubemap, float, float, float)
#undef LOWERING_TEXTURE

template <class T, int D = 1>
struct __attribute__((device_builtin_surface_type)) surface {};
