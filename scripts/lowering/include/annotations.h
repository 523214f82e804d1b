// Annotations that a kernel may carry: contracts, invariants, assertions and what they may say.
// All are declared only; the lowering knows them by name. FN declares a function, FNO one of a
// family that is overloaded by its parameter types.
#pragma once

#if defined(__cplusplus)
#define FN extern "C" __attribute__((device))
#define FNO __attribute__((device))
#else
#define FN
#define FNO __attribute__((overloadable))
#endif

FN void __assert(bool);
FN void __global_assert(bool);
FN void __candidate_assert(bool);
FN void __candidate_global_assert(bool);
FN bool __invariant(bool);
FN bool __global_invariant(bool);
FN bool __candidate_invariant(bool);
FN bool __candidate_global_invariant(bool);
FN void __assume(bool);
FN void bugle_assume(bool);
FN void __requires(bool);
FN void __global_requires(bool);
FN void __requires_distinct(const volatile void *);  // no two elements are equal
FN void __requires_ordered(const volatile void *);   // 0 <= a[i] <= a[i + 1]
FN void __ensures(bool);
FN void __global_ensures(bool);
FN void __function_wide_invariant(bool);
FN void __function_wide_candidate_invariant(bool);
FN void __reads_from(const volatile void *);
FN void __writes_to(const volatile void *);
FN bool __enabled(void);
FN bool __dominator_enabled(void);
FN bool __implies(bool, bool);
FN bool __read(const volatile void *);
FN bool __write(const volatile void *);
FN __SIZE_TYPE__ __read_offset_bytes(const volatile void *);
FN __SIZE_TYPE__ __write_offset_bytes(const volatile void *);
FN __SIZE_TYPE__ __atomic_offset_bytes(const volatile void *);
FN __SIZE_TYPE__ __ptr_offset_bytes(const volatile void *);
FN __SIZE_TYPE__ __ptr_base(const volatile void *);
FN bool __atomic_has_taken_value(const volatile void *, unsigned, unsigned);
FN void __array_snapshot(const volatile void *, const volatile void *);
FN void __non_temporal_loads_begin(void);
FN void __non_temporal_loads_end(void);
FN int __add_noovfl_int(int, int);
FN unsigned __add_noovfl_unsigned_int(unsigned, unsigned);

// Values in the other thread of the pair, and values at entry.
FN bool __other_bool(bool);
FN bool __old_bool(bool);
#define LOWERING_VALUES(NAME, TYPE) \
  FN TYPE __other_##NAME(TYPE); \
  FN TYPE __old_##NAME(TYPE);
LOWERING_VALUES(int, int)
LOWERING_VALUES(unsigned, unsigned)
LOWERING_VALUES(uint, unsigned)
LOWERING_VALUES(short, short)
LOWERING_VALUES(ushort, unsigned short)
LOWERING_VALUES(char, char)
LOWERING_VALUES(uchar, unsigned char)
LOWERING_VALUES(long, long)
LOWERING_VALUES(ulong, unsigned long)
LOWERING_VALUES(size_t, __SIZE_TYPE__)
LOWERING_VALUES(float, float)
#undef LOWERING_VALUES

// Choices without control flow.
FNO bool __ite(bool, bool, bool);
FNO int __ite(bool, int, int);
FNO unsigned __ite(bool, unsigned, unsigned);
FNO unsigned __ite(bool, int, unsigned);
FNO unsigned __ite(bool, unsigned, int);
FNO long __ite(bool, long, long);
FNO unsigned long __ite(bool, unsigned long, unsigned long);
FNO float __ite(bool, float, float);

FNO bool __add_noovfl(unsigned);
FNO bool __add_noovfl(unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned, unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
FNO bool __add_noovfl(unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned);

// What holds for all i of lo <= i < hi: inside __ensures of a kernel, of final contents.
FN int __lowering_index_int(void);
FN long __lowering_index_long(void);
FN bool __lowering_forall(long, bool, bool);
#define __forall(I, LO, HI, ...) \
  __extension__({ \
    __typeof__((LO) + (HI)) I = (__typeof__((LO) + (HI)))( \
        sizeof((LO) + (HI)) == 8 ? __lowering_index_long() : __lowering_index_int()); \
    __lowering_forall(I, (LO) <= I && I < (HI), (__VA_ARGS__)); \
  })

// At the head of a kernel: when all threads have ended, arrays hold what one call of F leaves.
#if !defined(__cplusplus)
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#endif
FN void __lowering_equivalent_to(void (*)(void));
#define __equivalent_to(...) __lowering_equivalent_to((void (*)(void))(__VA_ARGS__))

#define __no_read(P) (!__read(P))
#define __no_write(P) (!__write(P))
#define __read_implies(P, E) __implies(__read(P), E)
#define __write_implies(P, E) __implies(__write(P), E)
#define __uniform_int(X) ((X) == __other_int(X))
#define __uniform_bool(X) ((X) == __other_bool(X))
#define __distinct_int(X) ((X) != __other_int(X))
#define __distinct_bool(X) ((X) != __other_bool(X))
#define __exclusive(X) __implies(X, !__other_bool(X))
#define __pow2(X) (((X) & ((X) - 1)) == 0 & (X) != 0)
#define __is_pow2(X) \
  ((X) == 1 | (X) == 2 | (X) == 4 | (X) == 8 | (X) == 16 | (X) == 32 | (X) == 64 | (X) == 128 | \
   (X) == 256 | (X) == 512 | (X) == 1024 | (X) == 2048 | (X) == 4096 | (X) == 8192 | \
   (X) == 16384 | (X) == 32768 | (X) == 65536)
#define __mod_pow2(X, Y) (((Y) - 1) & (X))
#define __div_pow2(X, Y) ((X) / (Y))

// Uninterpreted functions: congruent, otherwise arbitrary.
#if defined(__cplusplus)
#define LOWERING_INLINE __attribute__((device)) inline
#else
#define LOWERING_INLINE static inline
#endif
#define DECLARE_UF_UNARY(NAME, A, R) \
  FN R __uninterpreted_function_##NAME(A); \
  LOWERING_INLINE R NAME(A a) { return __uninterpreted_function_##NAME(a); }
#define DECLARE_UF_BINARY(NAME, A, B, R) \
  FN R __uninterpreted_function_##NAME(A, B); \
  LOWERING_INLINE R NAME(A a, B b) { return __uninterpreted_function_##NAME(a, b); }
#define DECLARE_UF_TERNARY(NAME, A, B, C, R) \
  FN R __uninterpreted_function_##NAME(A, B, C); \
  LOWERING_INLINE R NAME(A a, B b, C c) { return __uninterpreted_function_##NAME(a, b, c); }

// A read that the barrier invariants rely on.
#define __read_permission(T, E) ((void)(T)(E))
#define __write_permission(T, E) ((E) = (E))

// Facts about the launch, at file scope.
#define LOWERING_JOIN2(A, B) A##B
#define LOWERING_JOIN(A, B) LOWERING_JOIN2(A, B)
#if defined(__cplusplus)
#define __axiom(E) \
  extern "C" __attribute__((device, used)) inline bool LOWERING_JOIN(__lowering_axiom_, \
                                                                     __COUNTER__)() { \
    return (E); \
  }
#else
#define __axiom(E) \
  __attribute__((used)) bool LOWERING_JOIN(__lowering_axiom_, __COUNTER__)(void) { return (E); }
#endif
