// Barrier objects by their primitives.
#pragma once
#include "lowering_sync.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
__device__ inline void __mbarrier_init(__mbarrier_t *b, unsigned n) {
  __lowering_object_init(b, n);
}
__device__ inline void __mbarrier_inval(__mbarrier_t *b) { __lowering_object_invalidate(b); }
__device__ inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b) {
  return __lowering_object_arrive(b, 1, 2);
}
__device__ inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b) {
  return __lowering_object_drop(b, 2);
}
__device__ inline bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token) {
  return __lowering_object_test(b, token, 2);
}
__device__ inline bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity) {
  return __lowering_object_test_parity(b, parity, 2);
}
__device__ inline bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token, unsigned) {
  return __lowering_object_test(b, token, 2);
}
