// Copies to shared memory that a thread waits for in groups.
#pragma once
#include "lowering_sync.h"

FN void __pipeline_memcpy_async(void *, const void *, size_t, size_t zeros = 0);
__device__ inline void __pipeline_commit() { __lowering_copy_commit(); }
__device__ inline void __pipeline_wait_prior(size_t n) { __lowering_copy_wait((unsigned)n); }
