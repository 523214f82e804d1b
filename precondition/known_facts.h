// What holds of sizes and parameters in every launch, by the kernel's preconditions and the limits
// of hardware: conditions need not say it again.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "precondition/region.h"
#include "precondition/vocabulary.h"
#include "solver/index/isl.h"

namespace barricade {

class KnownFacts {
 public:
  // From terms of which all are true. A fact that is no comparison of linear terms over `kept` is
  // left out. Only the first call counts: later ones may see what conditions have excluded.
  void learn(const std::vector<Expr>& facts, const std::unordered_map<Expr, const Variable*>& kept,
             Vocabulary& vocabulary, RegionBuilder& builder);

  // Over the columns of the vocabulary: all that holds of them, or more.
  isl::BasicSet set(const Vocabulary& vocabulary, isl_ctx* context) const;

 private:
  struct Bounds {
    BigInt low, high;
  };
  // Of a variable's bits as numbers with and without a sign.
  struct Range {
    Bounds asSigned, asUnsigned;
  };
  static Range rangeOf(unsigned width);
  static void tighten(Range& range, unsigned width);
  void bound(Expr fact, const std::unordered_map<Expr, const Variable*>& kept);
  bool hasKnownSign(const Variable* variable) const;

  bool isLearnt_ = false;
  std::unordered_map<const Variable*, Range> ranges_;
  isl::Set relations_;  // null: none
};

}  // namespace barricade
