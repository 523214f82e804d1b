// A precondition of a kernel that stands as long as this does.
#pragma once

#include <cstddef>

#include "ir/program.h"

namespace barricade {

class Assumed {
 public:
  explicit Assumed(Procedure& kernel) : kernel_(kernel), before_(kernel.specifications.size()) {}
  ~Assumed() { kernel_.specifications.resize(before_); }
  Assumed(const Assumed&) = delete;
  Assumed& operator=(const Assumed&) = delete;

  void set(Expr condition) {
    kernel_.specifications.resize(before_);
    if (condition->isTrue()) return;
    Specification specification;
    specification.kind = Specification::Kind::Requires;
    specification.condition = condition;
    specification.free = true;
    kernel_.specifications.push_back(std::move(specification));
  }

 private:
  Procedure& kernel_;
  std::size_t before_;
};

}  // namespace barricade
