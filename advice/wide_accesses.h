// Accesses of vectors. The IR has an access for each modelled element: a `float4` is read by four
// accesses at one place of the source, of elements that follow each other. Here they are one
// access again, as the machine makes it: 2, 4, 8 or 16 bytes, at a multiple of its size.
#pragma once

#include <functional>
#include <vector>

#include "interpreter/observer.h"

namespace barricade {

class WideAccesses {
 public:
  struct Access {
    ObservedStep step;  // of its first element
    ObservedAccess first;
    unsigned elements = 1;
  };
  using Use = std::function<void(const Access&)>;
  // `sourceOf(place)`: equal for places of the same place in the source, with its calls.
  WideAccesses(std::function<std::uint32_t(std::uint32_t)> sourceOf, Use use)
      : sourceOf_(std::move(sourceOf)), use_(std::move(use)) {}

  void add(const ObservedStep& step, const ObservedAccess& access);
  void flush();  // what has come so far is complete

 private:
  struct Pending {
    ObservedStep step;
    std::vector<std::uint32_t> iterations;
    ObservedAccess access;
  };
  bool continues(const ObservedStep& step, const ObservedAccess& access) const;
  void use(const Pending& pending, unsigned elements) const;

  std::function<std::uint32_t(std::uint32_t)> sourceOf_;
  Use use_;
  std::vector<Pending> pending_;  // of one thread, neighbours
};

// Bytes of a modelled element.
unsigned elementBytes(const Array& array);

}  // namespace barricade
