// Elements of one array that say where ranges of another begin: `out[begin[k] + r]`. As these do
// not overlap (VerifyOptions::begins), the element that is watched is in the range of one `k`, and
// whoever gets to it from `begin` upwards got there by that one. What is added must be no negative
// number: `begin[k + 1] - 1` is in no range that begins there.
#pragma once

#include <map>
#include <vector>

#include "encoding/subject.h"

namespace barricade {

class RangeOwners {
 public:
  explicit RangeOwners(Subject& subject) : subject_(subject) {}

  // What a loop that does nothing but add to it (analysis/running_sums.h) has made of a value that
  // begins a range: it has gone up by `anything`. Another value may be anything.
  Expr goneUp(Expr initial, Expr anything);
  // That an access at this offset is in the range that the watched element belongs to, where it is
  // the watched element. True of offsets that no range begins.
  Expr isInRange(Expr offset);
  // Whether it has summands that begin ranges.
  bool isBegun(Expr offset) const;

 private:
  struct Begin {
    Expr element = nullptr;
    std::vector<Expr> added;  // to it, and to what it is a part of
    bool operator==(const Begin&) const = default;
  };
  std::vector<Begin> beginsOf(Expr offset) const;
  void addBegins(Expr part, Expr sum, std::vector<Begin>& begins) const;

  Subject& subject_;
  std::map<const Function*, Expr> owners_;  // by the array, as a function of the index
  std::unordered_map<Expr, Expr> zeros_;    // for what running sums have gone up by
};

}  // namespace barricade
