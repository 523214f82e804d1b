// The macros of the CUDA SDK before 5.0 around calls and accesses, which do no more than these.
#pragma once
#define CUT_BANK_CHECKER(ARRAY, INDEX) ARRAY[INDEX]
#define CU_SAFE_CALL(CALL) CALL
#define CUDA_SAFE_CALL(CALL) CALL
#define CUDA_SAFE_CALL_NO_SYNC(CALL) CALL
#define CUFFT_SAFE_CALL(CALL) CALL
#define CUT_SAFE_CALL(CALL) CALL
#define CUT_CHECK_ERROR(MESSAGE)
#define CUT_DEVICE_INIT(...)
#define CUT_EXIT(...)
