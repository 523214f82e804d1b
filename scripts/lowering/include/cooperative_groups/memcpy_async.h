// Copies that a group starts together: some thread of it copies, and each counts a group of copies.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
template <class G, class T, class Size>
__device__ inline void memcpy_async(const G &g, T *d, const T *s, Size n) {
  if (g.leads(__lowering_leader()))
    __lowering_async_copy(d, s, ::lowering::promised((void *)d, s, n));
  __lowering_copy_commit();
}
// Of so many elements: as many as both places have.
template <class G, class T, class D, class S>
__device__ inline void memcpy_async(const G &g, T *d, D there, const T *s, S here) {
  size_t n = (size_t)there < (size_t)here ? (size_t)there : (size_t)here;
  memcpy_async(g, d, s, n * sizeof(T));
}
// Each copy is a group of its own.
template <class G> __device__ inline void wait(const G &g) {
  __lowering_copy_wait(0);
  g.sync();
}
template <unsigned N, class G> __device__ inline void wait_prior(const G &g) {
  __lowering_copy_wait(N);
  g.sync();
}
} // namespace cooperative_groups
