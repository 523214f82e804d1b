// Pointers of Thrust, and containers of host code: declared, never run.
#pragma once
#include "extrema.h"
#include "functional.h"
#include "swap.h"
#include "tuple.h"
namespace thrust {
template <class T> class device_reference {
public:
  __device__ __host__ operator T() const { return *place; }
  __device__ __host__ device_reference &operator=(const T &v) {
    *place = v;
    return *this;
  }
  T *place;
};
template <class T> class device_ptr {
public:
  typedef T value_type;
  device_ptr() = default;
  __device__ __host__ explicit device_ptr(T *p) : place(p) {}
  __device__ __host__ T *get() const { return place; }
  __device__ __host__ device_reference<T> operator*() const { return device_reference<T>{place}; }
  __device__ __host__ device_reference<T> operator[](ptrdiff_t i) const {
    return device_reference<T>{place + i};
  }
  __device__ __host__ device_ptr operator+(ptrdiff_t i) const { return device_ptr(place + i); }

private:
  T *place;
};
template <class T> __device__ __host__ inline T *raw_pointer_cast(T *p) { return p; }
template <class T> __device__ __host__ inline T *raw_pointer_cast(const device_ptr<T> &p) {
  return p.get();
}
template <class T> __device__ __host__ inline device_ptr<T> device_pointer_cast(T *p) {
  return device_ptr<T>(p);
}
} // namespace thrust
