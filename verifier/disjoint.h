// Accesses that cannot meet, found without the solver: two offsets are compared as linear forms
// modulo a power of two and, where their difference cannot wrap around, modulo each coefficient.
// This settles `c*i + r` against `c*j + r'` with 0 <= r, r' < c, row-major indexing by thread ids,
// strides that keep threads apart, and constant offsets.
//
// Offsets that differ by a constant share their coefficients, and whether two are apart depends on
// the coefficients of both and on the difference of the constants: so 1000 accesses to a row are
// 2000 comparisons, not a million.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
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
  using Coefficients = std::map<Expr, BigInt>;  // of leaves; none is 0
  struct Form {                                 // sum of coefficient * leaf + constant
    Coefficients coefficients;
    BigInt constant = 0;
  };
  // A form modulo 2^width, with its coefficients by number.
  struct Offset {
    std::size_t shape = 0;
    BigInt constant = 0;
  };
  Form formOf(Expr offset) const;
  const Offset& offset(Expr offset);
  // Centred: each number is between -2^(width - 1) and 2^(width - 1).
  Form difference(std::size_t first, std::size_t second, const BigInt& constant,
                  unsigned width) const;
  bool areApart(const Form& difference, unsigned width) const;
  std::optional<Interval> exactRange(Expr e, bool isSigned, unsigned depth = 0) const;
  // An exclusive upper bound of an unsigned value.
  BigInt bound(Expr leaf) const;
  Interval rangeOf(const Form& form) const;
  bool apartModulo(const Form& difference, const BigInt& modulus) const;
  bool zeroMeansSameThread(Form form) const;

  Problem& problem_;
  std::vector<Coefficients> shapes_;
  std::map<Coefficients, std::size_t> shapeNumbers_;
  std::unordered_map<Expr, Offset> offsets_;
  // By the shapes of both and the width; then by the difference of the constants.
  std::map<std::tuple<std::size_t, std::size_t, unsigned>, std::map<BigInt, bool>> known_;
};

// The errors of `execution` but for races whose accesses are all apart; of others it is said what
// is certain of rows and columns (encoding/mixed_radix.h).
std::vector<ErrorCondition> openErrors(Problem& problem, const Execution& execution);

// Makes `condition` a part of each error's.
void require(std::span<ErrorCondition> errors, Expr condition, Problem& problem);
// The same with what is known of counters (Execution::countersFit). False: nothing is.
bool requireCountersFit(std::span<ErrorCondition> errors, Problem& problem,
                        const Execution& execution);

}  // namespace barricade
