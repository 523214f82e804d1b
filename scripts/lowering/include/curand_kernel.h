// Random numbers of cuRAND: arbitrary results. A generator's state is read and written, so that
// threads that share one race; an MTGP32 state serves the first 256 threads of one block together.
#pragma once

struct curandStateXORWOW {
  unsigned d;
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
struct curandStateMRG32k3a {
  unsigned d;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
struct curandStatePhilox4_32_10 {
  unsigned d;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateSobol32 {
  unsigned d;
};
typedef curandStateSobol32 curandStateSobol32_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
struct curandStateScrambledSobol32 {
  unsigned d;
};
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
struct curandStateSobol64 {
  unsigned d;
};
typedef curandStateSobol64 curandStateSobol64_t;
struct curandStateScrambledSobol64 {
  unsigned d;
};
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
struct curandStateMtgp32 {
  unsigned s[256];
};
typedef curandStateMtgp32 curandStateMtgp32_t;

namespace lowering_curand {
template <class T> __device__ inline T arbitrary() {
  T result;
  return result;
}
template <class S> __device__ inline void step(S *state) {
  unsigned old = state->d;
  state->d = old + __lowering_arbitrary();
}
__device__ inline void step(curandStateMtgp32 *state) {
  unsigned rank =
      ((__lowering_threadIdx.z * __lowering_blockDim.y + __lowering_threadIdx.y) *
           __lowering_blockDim.x + __lowering_threadIdx.x) & 255;
  unsigned old = state->s[rank];
  state->s[rank] = old + __lowering_arbitrary();
}
} // namespace lowering_curand

template <class S>
__device__ inline void curand_init(unsigned long long, unsigned long long, unsigned long long,
                                   S *state) {
  state->d = __lowering_arbitrary();
}
// Of a quasirandom sequence: its direction vectors, a scramble, an offset.
template <class V, class S>
__device__ inline void curand_init(V *vectors, unsigned offset, S *state) {
  state->d = __lowering_arbitrary();
}
template <class V, class S, class C>
__device__ inline void curand_init(V *vectors, C scramble, unsigned offset, S *state) {
  state->d = __lowering_arbitrary();
}
#define LOWERING_RANDOM(NAME, T) \
  template <class S> __device__ inline T NAME(S *state) { \
    lowering_curand::step(state); \
    return lowering_curand::arbitrary<T>(); \
  }
LOWERING_RANDOM(curand, unsigned)
__device__ inline unsigned long long curand(curandStateSobol64 *state) {
  lowering_curand::step(state);
  return lowering_curand::arbitrary<unsigned long long>();
}
__device__ inline unsigned long long curand(curandStateScrambledSobol64 *state) {
  lowering_curand::step(state);
  return lowering_curand::arbitrary<unsigned long long>();
}
LOWERING_RANDOM(curand_uniform, float)
LOWERING_RANDOM(curand_uniform_double, double)
LOWERING_RANDOM(curand_normal, float)
LOWERING_RANDOM(curand_normal_double, double)
LOWERING_RANDOM(curand_normal2, float2)
LOWERING_RANDOM(curand4, uint4)
LOWERING_RANDOM(curand_uniform4, float4)
LOWERING_RANDOM(curand_normal4, float4)
LOWERING_RANDOM(curand_normal2_double, double2)
LOWERING_RANDOM(curand_normal4_double, double4)
LOWERING_RANDOM(curand_uniform2_double, double2)
LOWERING_RANDOM(curand_uniform4_double, double4)
#undef LOWERING_RANDOM
#define LOWERING_RANDOM(NAME, T, ...) \
  template <class S> __device__ inline T NAME(S *state, __VA_ARGS__) { \
    lowering_curand::step(state); \
    return lowering_curand::arbitrary<T>(); \
  }
LOWERING_RANDOM(curand_log_normal, float, float, float)
LOWERING_RANDOM(curand_log_normal2, float2, float, float)
LOWERING_RANDOM(curand_log_normal4, float4, float, float)
LOWERING_RANDOM(curand_log_normal_double, double, double, double)
LOWERING_RANDOM(curand_log_normal2_double, double2, double, double)
LOWERING_RANDOM(curand_poisson, unsigned, double)
LOWERING_RANDOM(curand_poisson4, uint4, double)
LOWERING_RANDOM(curand_discrete, unsigned, struct curandDiscreteDistribution_st *)
LOWERING_RANDOM(curand_discrete4, uint4, struct curandDiscreteDistribution_st *)
#undef LOWERING_RANDOM
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
#define LOWERING_SKIP(NAME) \
  template <class S> __device__ inline void NAME(unsigned long long, S *state) { \
    lowering_curand::step(state); \
  }
LOWERING_SKIP(skipahead)
LOWERING_SKIP(skipahead_sequence)
LOWERING_SKIP(skipahead_subsequence)
#undef LOWERING_SKIP
