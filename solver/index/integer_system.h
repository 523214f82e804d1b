// A conjunction of linear constraints over integer unknowns, each with the reasons that it holds
// for: whether it has a solution, why not, or one. Bounds that follow are known at once; isl
// decides the rest. Hence methods of two kinds: bounds that propagate, and sets for isl.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/index/isl.h"
#include "solver/index/linear_form.h"

namespace barricade {

// Literals of a SAT solver that hold, ascending.
using Reasons = std::vector<int>;

Reasons unite(const Reasons& a, const Reasons& b);

struct Constraint {
  LinearForm form;  // >= 0, or == 0
  bool isEquation = false;
  Reasons reasons;
};

class IntegerSystem {
 public:
  IntegerSystem(const Unknowns& unknowns, isl_ctx* context)
      : unknowns_(unknowns), context_(context) {}

  // Each adds what is known of the quotients in it. Nothing has to be added any more once there is
  // a conflict.
  void addAtLeastZero(LinearForm form, const Reasons& reasons);
  void addZero(LinearForm form, const Reasons& reasons);
  // Only what is known of its unknowns.
  void mention(const LinearForm& form) { define(form); }
  // Forgets the constraints and keeps the bounds, which go on to hold for their reasons.
  void clearConstraints();
  // Bounds from all constraints. Whether one has become tighter since the last call.
  bool propagate();

  bool hasConflict() const { return conflict_; }
  // Reasons that cannot hold together, after a conflict or Infeasible.
  const Reasons& conflict() const { return conflictReasons_; }

  Interval rangeOf(UnknownId id) const;
  Interval rangeOf(const LinearForm& form) const;
  // Why rangeOf() is what it is.
  Reasons reasonsOf(const LinearForm& form) const;
  Reasons reasonsOf(UnknownId id) const;

  const std::vector<Constraint>& constraints() const { return constraints_; }

  enum class Answer { Feasible, Infeasible, GaveUp };
  Answer solve();
  // Whether constraints are about all unknowns in it.
  bool knows(const LinearForm& form) const;
  // After Feasible; 0 for what occurs nowhere.
  BigInt value(UnknownId id) const;
  const std::unordered_map<UnknownId, BigInt>& values() const { return values_; }
  BigInt value(const LinearForm& form) const;

 private:
  struct Bound {
    BigInt value;
    Reasons reasons;
  };
  using Indices = std::vector<std::size_t>;

  void add(Constraint constraint);
  void addBounds();
  void define(const LinearForm& form);
  void propagate(const LinearForm& form, const Reasons& reasons);
  void tighten(UnknownId id, bool upper, const BigInt& value, Reasons reasons);
  const Bound* bound(UnknownId id, bool upper) const;

  std::vector<Indices> components() const;
  isl::BasicSet setOf(const Indices& constraints, const std::vector<UnknownId>& columns) const;
  std::vector<UnknownId> columnsOf(const Indices& constraints) const;
  enum class Numbers { Integers, Rationals };
  bool isEmpty(const Indices& constraints, Numbers numbers) const;
  bool solveComponent(const Indices& constraints);
  Indices constraintsWithin(const Indices& constraints, const Reasons& reasons) const;
  Reasons minimalReasons(const Indices& all) const;
  Reasons minimalReasons(Indices constraints, Numbers numbers) const;

  const Unknowns& unknowns_;
  isl_ctx* context_;
  std::vector<Constraint> constraints_;
  std::map<UnknownId, Bound> lower_, upper_;
  std::unordered_set<UnknownId> defined_;
  bool tightened_ = false;
  bool conflict_ = false;
  bool gaveUp_ = false;
  Reasons conflictReasons_;
  std::unordered_map<UnknownId, BigInt> values_;
};

}  // namespace barricade
