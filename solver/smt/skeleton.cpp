#include "solver/smt/skeleton.h"

#include <algorithm>

#include "solver/index/quasi_affine.h"

namespace barricade {
namespace {

bool isBoolean(Expr e) {
  return e->type()->isBool();
}

// Comparisons of words. Those of unbounded integers are no atoms.
bool isAtom(Expr e) {
  const bool compares = isComparison(e->op()) || e->op() == Op::Equal || e->op() == Op::NotEqual;
  return compares && e->arg(0)->type()->isBitVector();
}

}  // namespace

//--- Literals ---------------------------------------------------------------------------------

void Skeleton::addClause(std::span<const Literal> clause) {
  for (Literal literal : clause) solver().add(literal);
  solver().add(0);
}

void Skeleton::addLemma(std::vector<Literal> clause) {
  addClause(clause);
  lemmas_.push_back(std::move(clause));
}

Skeleton::Literal Skeleton::literal(const LinearForm& form) {
  if (form.isConstant()) return circuit_.constant(form.constant >= 0);
  LinearForm atom = form;
  BigInt common = 0;
  for (const auto& term : atom.terms) common = gcd(common, term.second);
  for (auto& term : atom.terms) term.second /= common;
  atom.constant = floorDivide(atom.constant, common);
  // form < 0 is -form - 1 >= 0
  const bool negated = atom.terms.front().second < 0;
  if (negated) atom = shifted(scaled(atom, -1), -1);
  const auto [it, added] = forms_.try_emplace(atom, 0);
  if (added) {
    it->second = circuit_.fresh();
    formOf_[it->second] = atom;
    formOf_[-it->second] = shifted(scaled(atom, -1), -1);
  }
  return negated ? -it->second : it->second;
}

// Without recursion: terms can be as deep as the program is long.
Skeleton::Literal Skeleton::literal(Expr root) {
  if (const auto it = literals_.find(root); it != literals_.end()) return it->second;
  std::vector<Expr> stack{root};
  auto known = [&](Expr e) { return isBoolean(e) ? literals_.contains(e) : words_.contains(e); };
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (known(e)) {
      stack.pop_back();
      continue;
    }
    const bool quantified = e->op() == Op::Forall || e->op() == Op::Exists;
    const std::size_t before = stack.size();
    const Expr meaning = expanded(pool_, e);
    if (meaning != e) {
      if (!known(meaning)) stack.push_back(meaning);
    } else if (!quantified) {
      for (Expr a : e->args())
        if (!known(a)) stack.push_back(a);
    }
    if (stack.size() != before) continue;
    if (isBoolean(e))
      literals_.emplace(e, encode(e));
    else
      words_.insert(e);
    stack.pop_back();
  }
  return literals_.at(root);
}

Skeleton::Literal Skeleton::encode(Expr e) {
  auto arg = [&](std::size_t i) { return literals_.at(e->arg(i)); };
  switch (e->op()) {
    case Op::BoolLiteral: return circuit_.constant(e->isTrue());
    case Op::Not: return -arg(0);
    case Op::And:
    case Op::Or: {
      Literal result = arg(0);
      for (std::size_t i = 1; i < e->args().size(); ++i)
        result = e->op() == Op::And ? circuit_.land(result, arg(i)) : circuit_.lor(result, arg(i));
      return result;
    }
    case Op::Implies: return circuit_.lor(-arg(0), arg(1));
    case Op::Ite: return circuit_.ite(arg(0), arg(1), arg(2));
    case Op::Iff: return -circuit_.lxor(arg(0), arg(1));
    case Op::Equal:
    case Op::NotEqual:
      if (isBoolean(e->arg(0)))
        return circuit_.lxor(arg(0), e->op() == Op::Equal ? -arg(1) : arg(1));
      break;
    default: break;
  }
  opaque_ = opaque_ || !(isAtom(e) || e->op() == Op::Variable || e->op() == Op::Apply);
  return circuit_.fresh();
}

//--- Models -----------------------------------------------------------------------------------

int Skeleton::solve(std::span<const Literal> assumptions) {
  for (Literal literal : assumptions) solver().assume(literal);
  const int status = solver().solve();
  if (status != 10) return status;
  model_.assign(static_cast<std::size_t>(solver().vars()) + 1, false);
  for (int variable = 1; variable <= solver().vars(); ++variable)
    model_[static_cast<std::size_t>(variable)] = solver().val(variable) > 0;
  return status;
}

bool Skeleton::holds(Literal literal) const {
  const auto variable = static_cast<std::size_t>(std::abs(literal));
  return variable < model_.size() && model_[variable] == (literal > 0);
}

//--- Paths ------------------------------------------------------------------------------------

namespace {

// One argument whose value makes that of `condition`, when one is enough: preferably one that is
// needed anyway. Null: all are needed.
Expr needed(Expr condition, const std::function<bool(Expr)>& holds,
            const std::unordered_set<Expr>& seen) {
  const bool value = holds(condition);
  auto choose = [&](const std::vector<std::pair<Expr, bool>>& candidates) {
    Expr first = nullptr;
    for (const auto& [e, wanted] : candidates) {
      if (holds(e) != wanted) continue;
      if (seen.contains(e)) return e;
      if (!first) first = e;
    }
    return first;
  };
  std::vector<std::pair<Expr, bool>> candidates;
  if (condition->op() == Op::Implies) {
    if (!value) return nullptr;
    candidates = {{condition->arg(1), true}, {condition->arg(0), false}};
  } else {
    if (value != (condition->op() == Op::Or)) return nullptr;
    for (Expr a : condition->args()) candidates.emplace_back(a, value);
  }
  return choose(candidates);
}

}  // namespace

SkeletonPath Skeleton::path(std::span<const Expr> conditions) {
  return pathThrough(pool_, conditions, [this](Expr e) { return holds(e); });
}

SkeletonPath pathThrough(ExprPool& pool, std::span<const Expr> conditions,
                         const std::function<bool(Expr)>& holds) {
  SkeletonPath path;
  std::unordered_set<Expr> seen;
  std::vector<Expr> stack(conditions.rbegin(), conditions.rend());
  auto addAll = [&](Expr e) { stack.insert(stack.end(), e->args().begin(), e->args().end()); };
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    if (const Expr meaning = expanded(pool, e); meaning != e) {
      stack.push_back(meaning);
      continue;
    }
    switch (e->op()) {
      case Op::Ite:
        stack.push_back(holds(e->arg(0)) ? e->arg(1) : e->arg(2));
        stack.push_back(e->arg(0));
        break;
      case Op::And:
      case Op::Or:
      case Op::Implies:
        if (const Expr one = needed(e, holds, seen))
          stack.push_back(one);
        else
          addAll(e);
        break;
      case Op::Forall:
      case Op::Exists: path.choices.push_back(e); break;
      case Op::Apply: path.applications.push_back(e); [[fallthrough]];
      default:
        if (isAtom(e)) path.atoms.push_back(e);
        if (e->args().empty() && !e->isLiteral() && e->type()->isBool()) path.choices.push_back(e);
        addAll(e);
    }
  }
  auto byId = [](Expr a, Expr b) { return a->id() < b->id(); };
  std::sort(path.atoms.begin(), path.atoms.end(), byId);
  std::sort(path.applications.begin(), path.applications.end(), byId);
  return path;
}

}  // namespace barricade
