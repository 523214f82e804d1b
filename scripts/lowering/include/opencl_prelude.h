// Included before every OpenCL source. clang itself declares the OpenCL built-ins; this adds the
// annotations.
#pragma once
// That of the platform, which clang leaves to it: headers for host and device ask for it.
#ifndef __OPENCL_VERSION__
#ifdef __OPENCL_C_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#else
#define __OPENCL_VERSION__ 300
#endif
#endif
// OpenCL forbids size_t as the type of a kernel parameter; many kernels have such parameters.
#if __SIZEOF_POINTER__ == 8
#define size_t ulong
#define ptrdiff_t long
#else
#define size_t uint
#define ptrdiff_t int
#endif
#include "annotations.h"
#include "barrier_invariants.h"

#define __same_group \
  ((get_group_id(0) == __other_size_t(get_group_id(0))) & \
   (get_group_id(1) == __other_size_t(get_group_id(1))) & \
   (get_group_id(2) == __other_size_t(get_group_id(2))))
#define __all(X) ((X) & __other_bool(X))

#define LOWERING_RESULT(NAME, TYPE) TYPE __return_val_##NAME(void);
LOWERING_RESULT(int, int)
LOWERING_RESULT(uint, unsigned)
LOWERING_RESULT(unsigned, unsigned)
LOWERING_RESULT(bool, bool)
LOWERING_RESULT(char, char)
LOWERING_RESULT(short, short)
LOWERING_RESULT(long, long)
LOWERING_RESULT(float, float)
LOWERING_RESULT(int2, int2)
LOWERING_RESULT(int4, int4)
LOWERING_RESULT(float4, float4)
void *__return_val_ptr(void);
#undef LOWERING_RESULT

// Pointer parameters and the pointers in struct parameters always have arrays of their own.
#define __requires_fresh_array(P) ((void)(P))

void __trap(void);

// clang's own atomic built-ins are the functions of OpenCL in another dress.
#define __opencl_atomic_fetch_add atomic_fetch_add_explicit
#define __opencl_atomic_fetch_sub atomic_fetch_sub_explicit
#define __opencl_atomic_fetch_or atomic_fetch_or_explicit
#define __opencl_atomic_fetch_xor atomic_fetch_xor_explicit
#define __opencl_atomic_fetch_and atomic_fetch_and_explicit
#define __opencl_atomic_fetch_min atomic_fetch_min_explicit
#define __opencl_atomic_fetch_max atomic_fetch_max_explicit
#define __opencl_atomic_load atomic_load_explicit
#define __opencl_atomic_store atomic_store_explicit
#define __opencl_atomic_exchange atomic_exchange_explicit
#define __opencl_atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit
#define __opencl_atomic_compare_exchange_strong atomic_compare_exchange_strong_explicit
#define __opencl_atomic_init atomic_init
