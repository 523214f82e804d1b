// What the header of cuBLAS brings along for kernels; its functions are the host's.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"
