// HIP's names for what CUDA has; warps have the size that --warp-sync says.
#pragma once
#include "../cuda_runtime.h"

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(KERNEL, GRID, BLOCK, BYTES, STREAM, ...) \
  KERNEL<<<GRID, BLOCK, BYTES, STREAM>>>(__VA_ARGS__)
#define hipLaunchKernel hipLaunchKernelGGL
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#define __lane_id() (threadIdx.x % warpSize)
typedef cudaError_t hipError_t;
typedef cudaStream_t hipStream_t;
typedef cudaEvent_t hipEvent_t;
typedef cudaDeviceProp hipDeviceProp_t;
typedef cudaTextureObject_t hipTextureObject_t;
typedef cudaSurfaceObject_t hipSurfaceObject_t;
typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
#define hipSuccess cudaSuccess
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipMemcpy cudaMemcpy
#define hipMemset cudaMemset
#define hipMemsetAsync cudaMemsetAsync
#define hipMemcpy2D cudaMemcpy2D
#define hipMemGetInfo cudaMemGetInfo
#define hipMallocAsync cudaMallocAsync
#define hipFreeAsync cudaFreeAsync
#define hipMallocPitch cudaMallocPitch
#define hipStreamQuery cudaStreamQuery
#define hipEventQuery cudaEventQuery
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipGetLastError cudaGetLastError
#define hipGetErrorString cudaGetErrorString
#define hipSetDevice cudaSetDevice
#define hipGetDevice cudaGetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipDeviceReset cudaDeviceReset
#define hipPeekAtLastError cudaPeekAtLastError
#define hipGetErrorName cudaGetErrorName
#define hipEventCreate cudaEventCreate
#define hipEventCreateWithFlags cudaEventCreateWithFlags
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventDestroy cudaEventDestroy
#define hipStreamCreate cudaStreamCreate
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamWaitEvent cudaStreamWaitEvent
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMallocManaged cudaMallocManaged
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemcpyFromSymbol cudaMemcpyFromSymbol
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipFuncSetCacheConfig cudaFuncSetCacheConfig
#define hipFuncGetAttributes cudaFuncGetAttributes
#define hipFuncAttributes cudaFuncAttributes
#define hipLaunchCooperativeKernel cudaLaunchCooperativeKernel
#define hipFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipFuncCachePreferShared cudaFuncCachePreferShared
#define hipFuncCachePreferL1 cudaFuncCachePreferL1
#define hipOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessor
#define hipOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSize
#define hipHostMalloc(POINTER, BYTES, ...) cudaMallocHost(POINTER, BYTES)
#define hipHostFree cudaFreeHost
#define hipStreamDefault 0
#define HIP_SYMBOL(NAME) NAME
// Atomic additions that differ in how the hardware rounds, or answer nothing.
template <class T> __device__ T unsafeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }
template <class T> __device__ T safeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }
template <class T> __device__ void atomicAddNoRet(T *p, T v) { atomicAdd(p, v); }
__device__ inline unsigned __bitextract_u32(unsigned v, unsigned offset, unsigned width) {
  return (v >> (offset & 31)) & ((1u << (width & 31)) - 1);
}
__device__ inline unsigned __bitinsert_u32(unsigned v, unsigned bits, unsigned offset, unsigned width) {
  const unsigned mask = (1u << (width & 31)) - 1;
  return (v & ~(mask << (offset & 31))) | ((bits & mask) << (offset & 31));
}
