#include "precondition/region.h"

#include <algorithm>
#include <set>

#include "ir/semantics.h"
#include "ir/walk.h"
#include "precondition/operation_limit.h"
#include "solver/index/quasi_affine.h"

namespace barricade {
namespace {

// Translations of one path, each with the bounds that the last one has found.
constexpr unsigned translations = 4;
// Rounds of fixing what is not linear.
constexpr unsigned maximalFixings = 12;
// Of isl, for one projection.
constexpr unsigned long maximalOperations = 20000;

// Applications of one function: equal arguments have equal results, different ones what they like.
void addCongruence(ExprPool& pool, const std::function<BigInt(Expr)>& values, SkeletonPath& path) {
  for (std::size_t i = 0; i < path.applications.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Expr a = path.applications[i];
      const Expr b = path.applications[j];
      if (a->function() != b->function()) continue;
      std::vector<Expr> atoms;
      for (std::size_t k = 0; k < a->args().size(); ++k) {
        const Expr same = pool.make(Op::Equal, a->arg(k), b->arg(k));
        if (values(a->arg(k)) != values(b->arg(k))) {
          atoms = {same};
          break;
        }
        if (a->arg(k) != b->arg(k)) atoms.push_back(same);
      }
      path.atoms.insert(path.atoms.end(), atoms.begin(), atoms.end());
      if (values(a) == values(b) && a->type()->isBitVector())
        path.atoms.push_back(pool.make(Op::Equal, a, b));
    }
}

}  // namespace

//--- The path ---------------------------------------------------------------------------------

isl::Set RegionBuilder::build(const std::vector<Expr>& conditions) {
  fixed_.clear();
  projected_.clear();
  auto decides = [&](Expr e) { return values_(e) != 0; };
  if (!std::all_of(conditions.begin(), conditions.end(), decides)) return nullptr;
  SkeletonPath path = pathThrough(pool_, conditions, decides);
  addCongruence(pool_, values_, path);
  projected_ = path.choices;
  for (Expr e : path.applications)
    if (!e->type()->isBitVector()) projected_.push_back(e);
  for (unsigned round = 0; round < maximalFixings; ++round) {
    const auto constraints = translate(path);
    if (!constraints) return nullptr;
    if (fixNonlinear(*constraints)) continue;
    return project(*constraints);
  }
  return nullptr;
}

std::optional<RegionBuilder::Constraints> RegionBuilder::translate(const SkeletonPath& path) {
  IntegerSystem system(unknowns_, context_);
  std::vector<QuasiAffine::Disequality> disequalities;
  for (unsigned round = 0; round < translations; ++round) {
    system.clearConstraints();
    QuasiAffine terms(pool_, unknowns_, system,
                      {[&](Expr e) { return values_(e) != 0; }, [](Expr) { return Reasons{}; }});
    for (const auto& [id, number] : fixed_)
      system.addZero(shifted(LinearForm::unknown(id), BigInt(-number)), {});
    for (Expr atom : path.atoms) terms.require(atom, values_(atom) != 0, {});
    if (system.hasConflict()) return std::nullopt;
    disequalities = terms.disequalities();
    if (!system.propagate()) break;
  }
  for (const auto& [form, unused] : disequalities)
    system.addAtLeastZero(shifted(value(form) > 0 ? form : scaled(form, -1), -1), {});
  if (system.hasConflict()) return std::nullopt;
  Constraints result{system.constraints(), {}};
  std::erase_if(result.all, [&](const Constraint& constraint) {
    return followsFromFactors(constraint, system);
  });
  std::set<UnknownId> used;
  for (const Constraint& constraint : result.all)
    for (const auto& term : constraint.form.terms) used.insert(term.first);
  // Bounds may be all that is left of a constraint which they made trivial.
  for (UnknownId id = 0; id < unknowns_.size(); ++id)
    if (keptVariable(id) && !unknowns_[id].range.within(system.rangeOf(id))) used.insert(id);
  for (const UnknownId id : used) {
    const Interval range = system.rangeOf(id);
    if (unknowns_[id].kind == Unknown::Kind::Product) continue;
    result.all.push_back({shifted(LinearForm::unknown(id), BigInt(-range.low)), false, {}});
    if (!isBoundedByProduct(id, used, system))
      result.all.push_back({shifted(scaled(LinearForm::unknown(id), -1), range.high), false, {}});
  }
  for (const auto& [id, number] : fixed_) {
    used.insert(id);
    result.all.push_back({shifted(LinearForm::unknown(id), BigInt(-number)), true, {}});
  }
  result.unknowns.assign(used.begin(), used.end());
  return result;
}

// Whether its upper bound is that of a product with a size or parameter, divided by the least value
// of that one. Where products are columns that is true anyway, and would be said.
bool RegionBuilder::isBoundedByProduct(UnknownId id, const std::set<UnknownId>& used,
                                       const IntegerSystem& system) const {
  if (!keptVariable(id) || system.rangeOf(id).low < 0) return false;
  return std::any_of(used.begin(), used.end(), [&](UnknownId product) {
    const std::vector<UnknownId>& factors = unknowns_[product].factors;
    if (factors.size() != 2 || factors[0] == factors[1]) return false;
    if (factors[0] != id && factors[1] != id) return false;
    const UnknownId other = factors[0] == id ? factors[1] : factors[0];
    const Interval range = system.rangeOf(other);
    return keptVariable(other) && range.low > 0 &&
           floorDivide(system.rangeOf(product).high, range.low) <= system.rangeOf(id).high;
  });
}

// Whether it says of a product of two only what their bounds do: (a - x) * (b - y) >= 0, where x
// and y are bounds of theirs, or a * b >= x * y. Where products are columns that is true anyway,
// and would be said.
bool RegionBuilder::followsFromFactors(const Constraint& constraint,
                                       const IntegerSystem& system) const {
  if (constraint.isEquation) return false;
  const auto product =
      std::find_if(constraint.form.terms.begin(), constraint.form.terms.end(), [&](const auto& t) {
        return unknowns_[t.first].kind == Unknown::Kind::Product && abs(t.second) == 1;
      });
  if (product == constraint.form.terms.end()) return false;
  const std::vector<UnknownId>& factors = unknowns_[product->first].factors;
  if (factors.size() != 2 || factors[0] == factors[1]) return false;
  for (const auto& term : constraint.form.terms)
    if (term.first != product->first && term.first != factors[0] && term.first != factors[1])
      return false;
  const BigInt sign = product->second;
  const BigInt y = -sign * constraint.form.coefficient(factors[0]);
  const BigInt x = -sign * constraint.form.coefficient(factors[1]);
  const Interval a = system.rangeOf(factors[0]);
  const Interval b = system.rangeOf(factors[1]);
  if (sign > 0 && x == 0 && y == 0 && a.low >= 0 && b.low >= 0)
    return -constraint.form.constant <= a.low * b.low;
  if (constraint.form.constant * sign != x * y) return false;
  if (sign > 0) return (x <= a.low && y <= b.low) || (x >= a.high && y >= b.high);
  return (x <= a.low && y >= b.high) || (x >= a.high && y <= b.low);
}

//--- What is not linear -----------------------------------------------------------------------

const Variable* RegionBuilder::keptVariable(UnknownId id) const {
  const auto it = kept_.find(unknowns_[id].leaf);
  return it == kept_.end() ? nullptr : it->second;
}

bool RegionBuilder::fix(UnknownId id) {
  return fixed_.emplace(id, value(id)).second;
}

// An operator that is not translated, and all that it is made of. A quotient by an unknown is
// defined by its product with that.
bool RegionBuilder::fixTerm(UnknownId id, const std::vector<UnknownId>& all) {
  const Expr e = unknowns_[id].leaf;
  if (fixed_.contains(id)) return false;
  fix(id);
  const bool isDefined = std::any_of(all.begin(), all.end(), [&](UnknownId other) {
    const auto& factors = unknowns_[other].factors;
    return std::find(factors.begin(), factors.end(), id) != factors.end();
  });
  if (e->op() == Op::BvUDiv && isDefined) return true;
  forEachNode({e}, [&](Expr part) {
    const bool isLeaf = part->op() == Op::Variable || part->op() == Op::Apply;
    if (isLeaf && part->type()->isBitVector()) fix(unknowns_.leaf(part));
  });
  return true;
}

// Whether something had to be fixed.
bool RegionBuilder::fixNonlinear(const Constraints& constraints) {
  bool any = false;
  for (const UnknownId id : constraints.unknowns) {
    const Unknown& unknown = unknowns_[id];
    if (unknown.kind == Unknown::Kind::Product) {
      const std::vector<UnknownId> factors = unknown.factors;
      const auto odd = std::find_if(factors.begin(), factors.end(), [&](UnknownId factor) {
        const Variable* variable = keptVariable(factor);
        if (!variable) return !fixed_.contains(factor);
        return vocabulary_.isSigned(variable) && variable->type->isBitVector() &&
               toSigned(value(factor), variable->type->width()) < 0 && !fixed_.contains(factor);
      });
      if (odd != factors.end()) any = fix(*odd) || any;
    } else if (unknown.kind == Unknown::Kind::Leaf && unknown.leaf->op() != Op::Variable &&
               unknown.leaf->op() != Op::Apply && !keptVariable(id)) {
      any = fixTerm(id, constraints.unknowns) || any;
    }
  }
  return any;
}

//--- Values -----------------------------------------------------------------------------------

BigInt RegionBuilder::value(UnknownId id) {
  const Unknown& unknown = unknowns_[id];
  switch (unknown.kind) {
    case Unknown::Kind::Leaf: return values_(unknown.leaf);
    case Unknown::Kind::Quotient: return floorDivide(value(unknown.dividend), unknown.divisor);
    case Unknown::Kind::Product: {
      BigInt result = 1;
      for (const UnknownId factor : unknown.factors) result *= value(factor);
      return result;
    }
  }
  return 0;
}

BigInt RegionBuilder::value(const LinearForm& form) {
  BigInt result = form.constant;
  for (const auto& [id, coefficient] : form.terms) result += coefficient * value(id);
  return result;
}

bool RegionBuilder::holds(const Constraint& constraint) {
  const BigInt number = value(constraint.form);
  return constraint.isEquation ? number == 0 : number >= 0;
}

//--- Projection -------------------------------------------------------------------------------

std::optional<std::size_t> RegionBuilder::columnOf(UnknownId id) {
  const Unknown& unknown = unknowns_[id];
  if (const Variable* variable = keptVariable(id)) return vocabulary_.column({variable});
  if (unknown.kind != Unknown::Kind::Product) return std::nullopt;
  std::vector<const Variable*> factors;
  for (const UnknownId factor : unknown.factors) {
    factors.push_back(keptVariable(factor));
    if (!factors.back()) return std::nullopt;  // fixed, and no part of the product any more
  }
  return vocabulary_.column(std::move(factors));
}

isl::Set RegionBuilder::project(const Constraints& constraints) {
  // The counterexample itself has to be in the region.
  if (!std::all_of(constraints.all.begin(), constraints.all.end(),
                   [&](const Constraint& constraint) { return holds(constraint); }))
    return nullptr;
  std::map<UnknownId, std::size_t> positions;
  for (const UnknownId id : constraints.unknowns) {
    if (const auto column = columnOf(id))
      positions[id] = *column;
    else if (unknowns_[id].kind == Unknown::Kind::Product)
      return nullptr;
  }
  const std::size_t keptColumns = vocabulary_.columns().size();
  std::size_t width = keptColumns;
  for (const UnknownId id : constraints.unknowns)
    if (positions.try_emplace(id, width).second) {
      ++width;
      const Unknown& unknown = unknowns_[id];
      if (unknown.kind != Unknown::Kind::Leaf) continue;
      const bool isValue = unknown.leaf->op() == Op::Variable || unknown.leaf->op() == Op::Apply;
      if (isValue || !fixed_.contains(id)) projected_.push_back(unknown.leaf);
    }
  const auto inner = static_cast<unsigned>(width);
  const OperationLimit limit(context_, maximalOperations);
  isl::BasicSet set(isl_basic_set_universe(isl_space_set_alloc(context_, 0, inner)));
  auto add = [&](const LinearForm& form, bool isEquation) {
    isl_local_space* space = isl_local_space_from_space(isl_basic_set_get_space(set.get()));
    isl_constraint* constraint =
        isEquation ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
    BigInt constant = form.constant;
    for (const auto& [id, coefficient] : form.terms) {
      constraint = isl_constraint_set_coefficient_val(
          constraint, isl_dim_set, static_cast<int>(positions.at(id)),
          isl::toValue(context_, coefficient).release());
      // The column of a negative number holds that, the unknown its bits.
      const Variable* variable = keptVariable(id);
      if (variable && positions.at(id) < keptColumns && vocabulary_.isSigned(variable) &&
          variable->type->isBitVector() && toSigned(value(id), variable->type->width()) < 0)
        constant += coefficient * (BigInt(1) << variable->type->width());
    }
    constraint =
        isl_constraint_set_constant_val(constraint, isl::toValue(context_, constant).release());
    set.reset(isl_basic_set_add_constraint(set.release(), constraint));
  };
  for (const Constraint& constraint : constraints.all) add(constraint.form, constraint.isEquation);
  // The sign is that of the counterexample.
  for (const UnknownId id : constraints.unknowns) {
    const Variable* variable = keptVariable(id);
    if (!variable || !vocabulary_.isSigned(variable) || !variable->type->isBitVector()) continue;
    const BigInt half = BigInt(1) << (variable->type->width() - 1);
    const LinearForm bits = LinearForm::unknown(id);
    add(value(id) >= half ? shifted(bits, BigInt(-half)) : shifted(scaled(bits, -1), half - 1),
        false);
  }
  set.reset(isl_basic_set_project_out(set.release(), isl_dim_set,
                                      static_cast<unsigned>(keptColumns),
                                      static_cast<unsigned>(width - keptColumns)));
  isl::Set region(isl_set_compute_divs(isl_set_from_basic_set(set.release())));
  region.reset(isl_set_coalesce(region.release()));
  if (limit.isExceeded()) return nullptr;
  return region;
}

isl::Set aligned(isl::Set set, const Vocabulary& vocabulary) {
  const isl_size has = isl_set_dim(set.get(), isl_dim_set);
  const auto wanted = static_cast<isl_size>(vocabulary.columns().size());
  if (has < 0 || has >= wanted) return set;
  return isl::Set(
      isl_set_add_dims(set.release(), isl_dim_set, static_cast<unsigned>(wanted - has)));
}

}  // namespace barricade
