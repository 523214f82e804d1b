// Bounds are read off comparisons of variables and literals. The other comparisons become
// constraints as those of a counterexample do (region.h), which is exact only where nothing is
// chosen by the counterexample: no sides of disequalities, no branches, no signs that the bounds
// leave open.
#include "precondition/known_facts.h"

#include <algorithm>
#include <optional>

#include "ir/semantics.h"
#include "ir/walk.h"
#include "solver/smt/terms.h"

namespace barricade {
namespace {

// Bounds of one variable by those of another.
constexpr unsigned boundRounds = 3;

struct Comparison {
  Expr less = nullptr, greater = nullptr;  // null: no comparison by order
  bool isStrict = false, isSigned = false;
};

Comparison comparisonOf(Expr fact) {
  const bool denied = fact->op() == Op::Not;
  const Expr e = denied ? fact->arg(0) : fact;
  Comparison result;
  switch (e->op()) {
    case Op::BvSlt: result = {e->arg(0), e->arg(1), true, true}; break;
    case Op::BvSle: result = {e->arg(0), e->arg(1), false, true}; break;
    case Op::BvSgt: result = {e->arg(1), e->arg(0), true, true}; break;
    case Op::BvSge: result = {e->arg(1), e->arg(0), false, true}; break;
    case Op::BvUlt: result = {e->arg(0), e->arg(1), true, false}; break;
    case Op::BvUle: result = {e->arg(0), e->arg(1), false, false}; break;
    case Op::BvUgt: result = {e->arg(1), e->arg(0), true, false}; break;
    case Op::BvUge: result = {e->arg(1), e->arg(0), false, false}; break;
    default: return result;
  }
  if (denied) {
    std::swap(result.less, result.greater);
    result.isStrict = !result.isStrict;
  }
  return result;
}

// Whether its truth is that of one linear constraint, whatever the values.
bool isLinear(Expr fact) {
  if (!comparisonOf(fact).less && fact->op() != Op::Equal) return false;
  if (fact->op() == Op::Equal && !fact->arg(0)->type()->isBitVector()) return false;
  bool linear = true;
  forEachNode({fact}, [&](Expr e) {
    if (e->op() == Op::Ite || e->op() == Op::Apply) linear = false;
  });
  return linear;
}

}  // namespace

KnownFacts::Range KnownFacts::rangeOf(unsigned width) {
  const BigInt half = BigInt(1) << (width - 1);
  return {{-half, half - 1}, {0, 2 * half - 1}};
}

// Each reading by the other.
void KnownFacts::tighten(Range& range, unsigned width) {
  const BigInt half = BigInt(1) << (width - 1);
  auto intersect = [](Bounds& own, const Bounds& other, const BigInt& moved) {
    own = {std::max(own.low, BigInt(other.low + moved)),
           std::min(own.high, BigInt(other.high + moved))};
  };
  if (range.asSigned.low >= 0) intersect(range.asUnsigned, range.asSigned, 0);
  if (range.asSigned.high < 0) intersect(range.asUnsigned, range.asSigned, 2 * half);
  if (range.asUnsigned.high < half) intersect(range.asSigned, range.asUnsigned, 0);
  if (range.asUnsigned.low >= half) intersect(range.asSigned, range.asUnsigned, -2 * half);
}

void KnownFacts::bound(Expr fact, const std::unordered_map<Expr, const Variable*>& kept) {
  const Comparison comparison = comparisonOf(fact);
  if (!comparison.less) return;
  auto boundsOf = [&](Expr e) -> std::optional<Bounds> {
    const unsigned width = e->type()->width();
    if (e->isLiteral()) {
      const BigInt number = comparison.isSigned ? toSigned(e->value(), width) : e->value();
      return Bounds{number, number};
    }
    const auto it = kept.find(e);
    if (it == kept.end()) return std::nullopt;
    const Range& range = ranges_.try_emplace(it->second, rangeOf(width)).first->second;
    return comparison.isSigned ? range.asSigned : range.asUnsigned;
  };
  const auto less = boundsOf(comparison.less), greater = boundsOf(comparison.greater);
  if (!less || !greater) return;
  const BigInt distance = comparison.isStrict ? 1 : 0;
  auto narrow = [&](Expr e, const auto& change) {
    if (e->isLiteral()) return;
    Range& range = ranges_.at(kept.at(e));
    change(comparison.isSigned ? range.asSigned : range.asUnsigned);
    tighten(range, e->type()->width());
  };
  narrow(comparison.less,
         [&](Bounds& own) { own.high = std::min(own.high, BigInt(greater->high - distance)); });
  narrow(comparison.greater,
         [&](Bounds& own) { own.low = std::max(own.low, BigInt(less->low + distance)); });
}

bool KnownFacts::hasKnownSign(const Variable* variable) const {
  const auto it = ranges_.find(variable);
  return it != ranges_.end() && (it->second.asSigned.low >= 0 || it->second.asSigned.high < 0);
}

void KnownFacts::learn(const std::vector<Expr>& facts,
                       const std::unordered_map<Expr, const Variable*>& kept,
                       Vocabulary& vocabulary, RegionBuilder& builder) {
  if (isLearnt_) return;
  isLearnt_ = true;
  for (unsigned round = 0; round < boundRounds; ++round)
    for (Expr fact : facts) bound(fact, kept);
  std::unordered_map<const Variable*, const Variable*> leaves;  // of terms, and what they stand for
  for (const auto& [term, variable] : kept)
    if (term->op() == Op::Variable) leaves[term->variable()] = variable;
  std::vector<Expr> relations;
  for (Expr fact : facts) {
    if (!isLinear(fact)) continue;
    const auto own = leavesOf(fact);
    const bool isOfKept = std::all_of(own.begin(), own.end(), [&](const Variable* leaf) {
      const auto it = leaves.find(leaf);
      return it != leaves.end() && (!vocabulary.isSigned(it->second) || hasKnownSign(it->second));
    });
    if (isOfKept && !own.empty()) relations.push_back(fact);
  }
  if (relations.empty()) return;
  relations_ = builder.build(relations);
  if (builder.isRestricted()) relations_.reset();
}

isl::BasicSet KnownFacts::set(const Vocabulary& vocabulary, isl_ctx* context) const {
  const auto& columns = vocabulary.columns();
  isl::BasicSet all(isl_basic_set_universe(
      isl_space_set_alloc(context, 0, static_cast<unsigned>(columns.size()))));
  if (relations_) {
    isl::Set relations = aligned(isl::Set(isl_set_copy(relations_.get())), vocabulary);
    all.reset(isl_set_simple_hull(relations.release()));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].factors.size() != 1) continue;
    const Variable* variable = columns[i].factors.front();
    if (!variable->type->isBitVector()) continue;
    const auto it = ranges_.find(variable);
    const Range range = it != ranges_.end() ? it->second : rangeOf(variable->type->width());
    const Bounds& bounds = columns[i].isSigned ? range.asSigned : range.asUnsigned;
    const auto at = static_cast<unsigned>(i);
    all.reset(isl_basic_set_lower_bound_val(all.release(), isl_dim_set, at,
                                            isl::toValue(context, bounds.low).release()));
    all.reset(isl_basic_set_upper_bound_val(all.release(), isl_dim_set, at,
                                            isl::toValue(context, bounds.high).release()));
  }
  return all;
}

}  // namespace barricade
