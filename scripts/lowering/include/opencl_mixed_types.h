// Built-ins of OpenCL whose arguments have different types: `min(count, 255)` for an unsigned count.
// By the standard such a call is ambiguous; vendors' compilers convert as operators do.
#define LOWERING_COMMON2(A, B) __typeof__((A) + (B))
#define LOWERING_COMMON3(A, B, C) __typeof__((A) + (B) + (C))
#define LOWERING_CALL2(F, A, B) F((LOWERING_COMMON2(A, B))(A), (LOWERING_COMMON2(A, B))(B))
#define LOWERING_CALL3(F, A, B, C) \
  F((LOWERING_COMMON3(A, B, C))(A), (LOWERING_COMMON3(A, B, C))(B), (LOWERING_COMMON3(A, B, C))(C))
#define min(A, B) LOWERING_CALL2(min, A, B)
#define max(A, B) LOWERING_CALL2(max, A, B)
#define fmin(A, B) LOWERING_CALL2(fmin, A, B)
#define fmax(A, B) LOWERING_CALL2(fmax, A, B)
#define pow(A, B) LOWERING_CALL2(pow, A, B)
#define clamp(A, B, C) LOWERING_CALL3(clamp, A, B, C)
#define mad(A, B, C) LOWERING_CALL3(mad, A, B, C)
#define fma(A, B, C) LOWERING_CALL3(fma, A, B, C)
#define mix(A, B, C) LOWERING_CALL3(mix, A, B, C)
