// From one counterexample to all that go wrong in the same way: the values of sizes and parameters
// for which the path of the counterexample through an error condition can be taken.
//
// The path is a conjunction of comparisons, hence linear constraints over the integers
// (solver/index/quasi_affine.h). All unknowns but sizes and parameters are projected out, which isl
// does exactly. What is not linear is fixed to its value in the counterexample: a product of an id
// and a size by fixing the id, an operator outside the vocabulary by fixing what it is made of. So
// a region is a subset of what goes wrong, and contains the counterexample. Products of sizes and
// parameters alone are columns of their own.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "precondition/vocabulary.h"
#include "solver/index/integer_system.h"
#include "solver/smt/skeleton.h"

namespace barricade {

class RegionBuilder {
 public:
  using Values = std::function<BigInt(Expr)>;
  // `kept` are the terms for sizes and parameters; `values` those of the counterexample.
  RegionBuilder(ExprPool& pool, isl_ctx* context, Vocabulary& vocabulary,
                const std::unordered_map<Expr, const Variable*>& kept, Values values)
      : pool_(pool),
        context_(context),
        vocabulary_(vocabulary),
        kept_(kept),
        values_(std::move(values)) {}

  // Over the columns of the vocabulary, which may grow. `conditions` hold in the counterexample.
  // Null: it is not known how to say it, or isl takes too long.
  isl::Set build(const std::vector<Expr>& conditions);

  // Terms of the last region that stand for more than it may be possible to choose freely: whatever
  // is projected out.
  const std::vector<Expr>& projected() const { return projected_; }
  // Whether something was fixed to its value in the counterexample.
  bool isRestricted() const { return !fixed_.empty(); }

 private:
  struct Constraints {
    std::vector<Constraint> all;
    std::vector<UnknownId> unknowns;  // in them
  };
  std::optional<Constraints> translate(const SkeletonPath& path);
  bool followsFromFactors(const Constraint& constraint, const IntegerSystem& system) const;
  bool isBoundedByProduct(UnknownId id, const std::set<UnknownId>& used,
                          const IntegerSystem& system) const;
  bool fixNonlinear(const Constraints& constraints);
  bool fix(UnknownId id);
  bool fixTerm(UnknownId id, const std::vector<UnknownId>& all);
  const Variable* keptVariable(UnknownId id) const;
  std::optional<std::size_t> columnOf(UnknownId id);
  bool holds(const Constraint& constraint);
  BigInt value(UnknownId id);
  BigInt value(const LinearForm& form);
  isl::Set project(const Constraints& constraints);

  ExprPool& pool_;
  isl_ctx* context_;
  Vocabulary& vocabulary_;
  const std::unordered_map<Expr, const Variable*>& kept_;
  Values values_;
  Unknowns unknowns_;
  std::map<UnknownId, BigInt> fixed_;
  std::vector<Expr> projected_;
};

// `set` with as many columns as the vocabulary has by now.
isl::Set aligned(isl::Set set, const Vocabulary& vocabulary);

}  // namespace barricade
