// Included before every CUDA source, and what `cuda.h` and `cuda_runtime.h` stand for: the part of
// CUDA that kernels use. Functions without a body are known to the lowering by name.
#pragma once

#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#include <limits.h>
#include "algorithm"  // these as that of CUDA does, by way of others
#include "cstdint"
#include "new"
#include "tuple"
#include "utility"
#include "cuda_types.h"
#include "annotations.h"
#include "barrier_invariants.h"
#include "cuda_device.h"
#include "cuda_math.h"
#include "cuda_simd.h"
#include "cuda_vectors.h"
#include "cuda_texture.h"
#include "cooperative_groups.h"
#include "curand_kernel.h"
#include "cuda_host.h"
#include <stdlib.h>
#include <string.h>
#include "type_traits"  // as CUDA's does
