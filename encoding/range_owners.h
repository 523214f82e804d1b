// Elements of one array that say where ranges of another begin: `out[begin[k] + r]`. As these do
// not overlap (VerifyOptions::begins), the element that is watched is in the range of one `k`, and
// whoever gets to it by `begin` got there by that one.
#pragma once

#include <map>

#include "encoding/subject.h"

namespace barricade {

class RangeOwners {
 public:
  explicit RangeOwners(Subject& subject) : subject_(subject) {}

  // Whether it has summands that begin ranges.
  bool isBegun(Expr offset) const;
  // That an access at this offset is in the range that the watched element belongs to, where it is
  // the watched element. True of offsets that no range begins.
  Expr isInRange(Expr offset);

 private:
  std::vector<Expr> beginsOf(Expr offset) const;

  Subject& subject_;
  std::map<const Function*, Expr> owners_;  // by the array, as a function of the index
};

}  // namespace barricade
