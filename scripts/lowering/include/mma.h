// Matrices of a warp. Which lane holds, reads or writes which element is unspecified: a fragment's
// elements are arbitrary after each operation, and loads and stores are accesses of the whole warp.
#pragma once
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "lowering_sync.h"

FN void __lowering_warp_read(const void *, unsigned rows, unsigned rowBytes, unsigned strideBytes);
FN void __lowering_warp_write(void *, unsigned rows, unsigned rowBytes, unsigned strideBytes);

namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
struct b1;
struct u4;
struct s4;
} // namespace precision

namespace lowering {
template <class T> struct Storage { typedef T type; };
template <> struct Storage<precision::tf32> { typedef float type; };

template <class Use, int M, int N, int K> struct Shape { enum { rows = M, columns = N }; };
template <int M, int N, int K> struct Shape<matrix_a, M, N, K> { enum { rows = M, columns = K }; };
template <int M, int N, int K> struct Shape<matrix_b, M, N, K> { enum { rows = K, columns = N }; };

template <class F> __device__ inline void havoc(F &f) {
  f = ::lowering::unknown<F>();
}
template <class F> __device__ inline unsigned lines(bool byRow) {
  return byRow ? F::rows : F::columns;
}
template <class F> __device__ inline unsigned lineBytes(bool byRow) {
  return sizeof(typename F::element_type) * (byRow ? F::columns : F::rows);
}
} // namespace lowering

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment : lowering::Shape<Use, M, N, K> {
  typedef typename lowering::Storage<T>::type element_type;
  typedef element_type storage_element_type;
  typedef Layout layout_type;
  typedef lowering::Shape<Use, M, N, K> shape;
  enum { num_elements = shape::rows * shape::columns / 32 };
  enum { num_storage_elements = num_elements };
  element_type x[num_elements];
};

template <class F> __device__ inline void fill_fragment(F &f, typename F::element_type v) {
  for (int i = 0; i < F::num_elements; ++i)
    f.x[i] = v;
}
template <class F>
__device__ inline void load_matrix_sync(F &f, const typename F::element_type *p, unsigned stride) {
  constexpr bool byRow = __is_same(typename F::layout_type, row_major);
  __lowering_warp_read(p, lowering::lines<F>(byRow), lowering::lineBytes<F>(byRow),
                       stride * (unsigned)sizeof(*p));
  lowering::havoc(f);
}
template <class F>
__device__ inline void load_matrix_sync(F &f, const typename F::element_type *p, unsigned stride,
                                        layout_t layout) {
  const bool byRow = layout == mem_row_major;
  __lowering_warp_read(p, lowering::lines<F>(byRow), lowering::lineBytes<F>(byRow),
                       stride * (unsigned)sizeof(*p));
  lowering::havoc(f);
}
template <class F>
__device__ inline void store_matrix_sync(typename F::element_type *p, const F &, unsigned stride,
                                         layout_t layout) {
  const bool byRow = layout == mem_row_major;
  __lowering_warp_write(p, lowering::lines<F>(byRow), lowering::lineBytes<F>(byRow),
                        stride * (unsigned)sizeof(*p));
}
template <class D, class A, class B, class C>
__device__ inline void mma_sync(D &d, const A &, const B &, const C &, bool = false) {
  __lowering_exchange(0xffffffffu);
  lowering::havoc(d);
}
__device__ inline float __float_to_tf32(float v) { return ::lowering::unknown<float>(); }
} // namespace wmma
} // namespace nvcuda
