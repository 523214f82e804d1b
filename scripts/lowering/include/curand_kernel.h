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
      ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 255;
  unsigned old = state->s[rank];
  state->s[rank] = old + __lowering_arbitrary();
}
} // namespace lowering_curand

template <class S>
__device__ inline void curand_init(unsigned long long, unsigned long long, unsigned long long,
                                   S *state) {
  state->d = __lowering_arbitrary();
}
#define LOWERING_RANDOM(NAME, T) \
  template <class S> __device__ inline T NAME(S *state) { \
    lowering_curand::step(state); \
    return lowering_curand::arbitrary<T>(); \
  }
LOWERING_RANDOM(curand, unsigned)
LOWERING_RANDOM(curand_uniform, float)
LOWERING_RANDOM(curand_uniform_double, double)
LOWERING_RANDOM(curand_normal, float)
LOWERING_RANDOM(curand_normal_double, double)
LOWERING_RANDOM(curand_normal2, float2)
LOWERING_RANDOM(curand4, uint4)
LOWERING_RANDOM(curand_uniform4, float4)
LOWERING_RANDOM(curand_normal4, float4)
#undef LOWERING_RANDOM
template <class S> __device__ inline float curand_log_normal(S *state, float, float) {
  lowering_curand::step(state);
  return lowering_curand::arbitrary<float>();
}
template <class S> __device__ inline unsigned curand_poisson(S *state, double) {
  lowering_curand::step(state);
  return lowering_curand::arbitrary<unsigned>();
}
template <class S> __device__ inline void skipahead(unsigned long long, S *state) {
  lowering_curand::step(state);
}
