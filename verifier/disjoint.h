// Accesses that cannot meet, found without the solver: two offsets are compared as linear forms
// modulo a power of two. This settles `c*i + r` against `c*j + r'` with 0 <= r, r' < c, row-major
// indexing by thread ids, strides that keep threads apart, and constant offsets.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "encoding/problem.h"
#include "solver/index/linear_form.h"

namespace barricade {

class Disjointness {
 public:
  explicit Disjointness(Problem& problem) : problem_(problem) {}

  // Whether `first`, an element that thread 1 accesses, surely differs from `second` of thread 2.
  bool apart(Expr first, Expr second);

 private:
  struct Form {  // sum of coefficient * leaf + constant, modulo 2^width
    std::map<Expr, BigInt> coefficients;
    BigInt constant = 0;
  };
  Form difference(Expr first, Expr second) const;
  std::optional<Interval> exactRange(Expr e, bool isSigned, unsigned depth = 0) const;
  // An exclusive upper bound of an unsigned value; 0 when none is known.
  BigInt bound(Expr leaf) const;
  bool apartModulo(const Form& difference, unsigned bits, unsigned width);
  bool zeroMeansSameThread(const std::map<Expr, BigInt>& coefficients) const;

  Problem& problem_;
  std::map<std::pair<Expr, Expr>, bool> known_;
};

// The errors of `execution` but for races whose accesses are all apart; of others it is said what
// is certain of rows and columns (encoding/mixed_radix.h).
std::vector<ErrorCondition> openErrors(Problem& problem, const Execution& execution);

}  // namespace barricade
