// Vectors of host code: declared, never run.
#pragma once
#include "device_ptr.h"
#define LOWERING_VECTOR_OF_THRUST(NAME, POINTER, REFERENCE) \
  template <class T> class NAME { \
  public: \
    typedef T value_type; \
    typedef POINTER pointer; \
    typedef POINTER iterator; \
    NAME(); \
    explicit NAME(size_t); \
    NAME(size_t, const T &); \
    template <class V> NAME(const V &); \
    template <class I> NAME(I, I); \
    template <class V> NAME &operator=(const V &); \
    POINTER data(); \
    POINTER begin(); \
    POINTER end(); \
    REFERENCE operator[](size_t); \
    size_t size() const; \
    bool empty() const; \
    void resize(size_t); \
    void resize(size_t, const T &); \
    void push_back(const T &); \
    void clear(); \
  };
namespace thrust {
LOWERING_VECTOR_OF_THRUST(device_vector, device_ptr<T>, device_reference<T>)
LOWERING_VECTOR_OF_THRUST(host_vector, T *, T &)
} // namespace thrust
#undef LOWERING_VECTOR_OF_THRUST
