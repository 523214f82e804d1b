// What kernels take from CUB beside its collectives.
#pragma once
#include "lowering_collective.cuh"

namespace cub {
struct Equality {
  template <class T, class U> __device__ __host__ bool operator()(const T &a, const U &b) const {
    return a == b;
  }
};
struct Inequality {
  template <class T, class U> __device__ __host__ bool operator()(const T &a, const U &b) const {
    return a != b;
  }
};
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  __device__ __host__ KeyValuePair() {}
  __device__ __host__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
struct ArgMax {
  template <class K, class V>
  __device__ __host__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a,
                                                    const KeyValuePair<K, V> &b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K, class V>
  __device__ __host__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a,
                                                    const KeyValuePair<K, V> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};
template <CacheLoadModifier M, class T> __device__ T ThreadLoad(T *p) {
  if (M == LOAD_VOLATILE || M == LOAD_CV)
    return *(volatile T *)p;
  return *p;
}
template <CacheStoreModifier M, class T> __device__ void ThreadStore(T *p, T v) {
  if (M == STORE_VOLATILE)
    *(volatile T *)p = v;
  else
    *p = v;
}

template <class T, int N, class P>
__device__ void LoadDirectBlocked(int thread, P p, T (&items)[N], int valid = 0x7fffffff) {
  for (int i = 0; i < N; ++i)
    if (thread * N + i < valid)
      items[i] = p[thread * N + i];
}
template <class T, int N, class P>
__device__ void StoreDirectBlocked(int thread, P p, T (&items)[N], int valid = 0x7fffffff) {
  for (int i = 0; i < N; ++i)
    if (thread * N + i < valid)
      p[thread * N + i] = items[i];
}
template <int THREADS, class T, int N, class P>
__device__ void LoadDirectStriped(int thread, P p, T (&items)[N], int valid = 0x7fffffff) {
  for (int i = 0; i < N; ++i)
    if (thread + i * THREADS < valid)
      items[i] = p[thread + i * THREADS];
}
template <int THREADS, class T, int N, class P>
__device__ void StoreDirectStriped(int thread, P p, T (&items)[N], int valid = 0x7fffffff) {
  for (int i = 0; i < N; ++i)
    if (thread + i * THREADS < valid)
      p[thread + i * THREADS] = items[i];
}

__device__ inline unsigned LaneId() { return lowering::rankInBlock() % 32; }
__device__ inline unsigned WarpId() { return lowering::rankInBlock() / 32; }
__device__ inline void CTA_SYNC() { __syncthreads(); }
} // namespace cub
