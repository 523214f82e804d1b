// Products of unknowns as unknowns of their own. Bits are bad at multipliers: what hangs on few
// properties of products, as rows of a symbolic pitch or strides of a whole grid do, is decided in
// a moment once the products are numbers of which only these properties are said. Those hold of all
// products, so that what has no model without multipliers has none with them; a model says nothing.
//
// The properties, of p = x * y and q = z * y where neither wraps around:
//   x < z implies p + y <= q and x = z implies p = q: rows are a pitch apart;
//   products with 0 and 1; p is not below its factors, nor above what their ranges allow;
//   p + q = (x + z) * y, where the kernel adds them; it does not wrap around where p + q does not,
//   and so of products that are extended before they are added;
//   of products by a literal with many digits: equal numbers have equal ones, and if the literal is
//   odd no others.
// Whether a product wraps around is the term of encoding/overflow.h, an equation with a product of
// twice the width, which becomes a truth value. Of quotients it is said that x = (x / y) * y + x %
// y with x % y < y, and that x / (y * z) is (x / y) / z.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "encoding/number_range.h"
#include "encoding/overflow.h"
#include "solver/smt/terms.h"

namespace barricade {

// Whether a product with `literal` is meant to wrap around and scatter, as those of hashes are.
bool scatters(Expr literal);

class OpaqueProducts {
 public:
  explicit OpaqueProducts(Terms& terms) : terms_(terms) {}

  // `e` without products and quotients of unknowns.
  Expr replace(Expr e);
  // What is known of the unknowns that have come up since this was asked last.
  Expr newFacts();

 private:
  struct Product {
    Expr left, right, value;
    Fits fits;
  };

  struct Division {
    Expr dividend, divisor;
  };

  // An addend, or what is subtracted: rows * pitch.
  struct Multiple {
    Expr value, rows, pitch;
    bool isTaken;
    Expr fits;       // whether that is exact, without signs
    Expr holds;      // whether it is that at all: wider sums have extended products
    bool isProduct;  // of unknowns
  };

  // `number` rows of `pitch`, which are `value` where `holds`, and are exact where `fit`.
  struct Rows {
    Expr number, pitch, value, fit, holds;
    Interval range;  // of the value, where `holds`
  };

  Expr rebuilt(Expr e, std::vector<Expr> args);
  Expr product(Expr left, Expr right);
  Expr scattered(Expr e, Expr by);
  Expr fitsOf(Expr left, Expr right, bool isSigned);
  Expr quotient(Expr shape, Expr dividend, Expr divisor);
  std::vector<Multiple> multiplesOf(Expr addend, bool isTaken);
  std::vector<Multiple> multiplesOfExtended(Expr addend, bool isTaken);
  Expr sum(Expr e);
  Interval rangeWhereHolds(const Multiple& multiple) const;
  Rows togetherOf(const std::vector<Multiple>& multiples);
  void sayOfRows(const Rows& rows);
  void say(Expr fact);
  void sayOfNested(const Division& whole);
  void sayOfTwoDivisions(const Division& one, const Division& other);
  void sayOfOne(const Product& p);
  // Of products with the common factor `by`; `a` and `b` are the other ones.
  void sayOfTwo(const Product& p, Expr a, const Product& q, Expr b, Expr by);

  Terms& terms_;
  std::unordered_map<Expr, Expr> memo_;
  std::map<std::pair<Expr, Expr>, Expr> values_;  // of products, by factors
  std::unordered_map<Expr, std::vector<std::pair<Expr, Expr>>> scattered_;  // by literals
  std::unordered_map<Expr, std::pair<Expr, Expr>> factors_;                 // of their values
  std::map<std::tuple<Expr, Expr, bool>, Expr> fits_;
  std::map<std::pair<Expr, Expr>, std::pair<Expr, Expr>> quotients_;  // and remainders
  std::vector<Division> divisions_;                                   // each once
  std::size_t compared_ = 0;                                          // of them, with all before
  std::unordered_set<Expr> nestedSaid_;
  std::set<std::pair<Expr, Expr>> summed_;      // pitches, and rows that are sums
  std::vector<std::pair<Expr, Expr>> waiting_;  // products of which nothing is said yet
  std::vector<Product> said_;
  std::size_t pairs_ = 0;
  Expr facts_ = nullptr;
};

}  // namespace barricade
