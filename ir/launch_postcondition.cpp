#include "ir/launch_postcondition.h"

#include <optional>
#include <vector>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

bool isQuantifier(Expr e) {
  return e->op() == Op::Forall || e->op() == Op::Exists;
}

// C of `(if C then 1bv1 else 0bv1) == 1bv1`, the shape of conditions that come from C.
Expr withoutBits(Expr e) {
  if ((e->op() != Op::Equal && e->op() != Op::NotEqual) || e->arg(0)->op() != Op::Ite ||
      e->arg(1)->op() != Op::BvLiteral)
    return e;
  const Expr choice = e->arg(0);
  if (!choice->arg(1)->isLiteral() || !choice->arg(2)->isLiteral()) return e;
  const bool then = (choice->arg(1) == e->arg(1)) == (e->op() == Op::Equal);
  const bool otherwise = (choice->arg(2) == e->arg(1)) == (e->op() == Op::Equal);
  return then && !otherwise ? choice->arg(0) : e;
}

void addConjuncts(Expr e, std::vector<Expr>& conjuncts) {
  e = withoutBits(e);
  if (e->op() != Op::And) {
    conjuncts.push_back(e);
    return;
  }
  for (Expr arg : e->args()) addConjuncts(arg, conjuncts);
}

// A bound of the index: `lesser <= greater`, or `<`.
struct Bound {
  Expr lesser, greater;
  bool strict, isSigned;
};

std::optional<Bound> boundOf(Expr e) {
  switch (e->op()) {
    case Op::BvSlt: return Bound{e->arg(0), e->arg(1), true, true};
    case Op::BvSle: return Bound{e->arg(0), e->arg(1), false, true};
    case Op::BvSgt: return Bound{e->arg(1), e->arg(0), true, true};
    case Op::BvSge: return Bound{e->arg(1), e->arg(0), false, true};
    case Op::BvUlt: return Bound{e->arg(0), e->arg(1), true, false};
    case Op::BvUle: return Bound{e->arg(0), e->arg(1), false, false};
    case Op::BvUgt: return Bound{e->arg(1), e->arg(0), true, false};
    case Op::BvUge: return Bound{e->arg(1), e->arg(0), false, false};
    default: return std::nullopt;
  }
}

bool mentions(Expr e, const Variable* variable) {
  return anyNode(
      e, [&](Expr part) { return part->op() == Op::Variable && part->variable() == variable; });
}

bool speaksOfThreads(Expr condition) {
  return anyNode(condition, [](Expr e) {
    if (e->op() == Op::Apply) return e->function()->isOtherThread();
    if (e->op() != Op::Variable) return false;
    const Variable* v = e->variable();
    return v->isThreadId() || (v->role != VariableRole::Plain && v->role != VariableRole::Array &&
                               v->role != VariableRole::Launch);
  });
}

// Takes over what `conjunct` says of the range of the index.
bool takeBound(Expr conjunct, LaunchPostcondition& result) {
  const auto bound = boundOf(conjunct);
  if (!bound) return false;
  const auto isIndex = [&](Expr e) {
    return e->op() == Op::Variable && e->variable() == result.index;
  };
  const bool fits = (!result.low && !result.high) || result.isSigned == bound->isSigned;
  if (isIndex(bound->greater) && !mentions(bound->lesser, result.index) && !result.low && fits) {
    result.low = bound->lesser;
    result.lowIncluded = !bound->strict;
  } else if (isIndex(bound->lesser) && !mentions(bound->greater, result.index) && !result.high &&
             fits) {
    result.high = bound->greater;
    result.highIncluded = !bound->strict;
  } else {
    return false;
  }
  result.isSigned = bound->isSigned;
  return true;
}

}  // namespace

bool isLaunchPostcondition(const Specification& specification) {
  return specification.kind == Specification::Kind::Ensures &&
         anyNode(specification.condition, isQuantifier);
}

std::variant<LaunchPostcondition, std::string> readLaunchPostcondition(
    ExprPool& pool, const Specification& specification) {
  const Expr all = withoutBits(specification.condition);
  if (all->op() != Op::Forall || all->bound().size() != 1 || anyNode(all->arg(0), isQuantifier))
    return "a postcondition of a launch is one `forall` over one index";
  LaunchPostcondition result;
  result.specification = &specification;
  result.index = all->bound().front();
  if (!result.index->type->isBitVector()) return "the index of a `forall` must be a bit vector";
  const Expr body = withoutBits(all->arg(0));
  if (body->op() != Op::Implies)
    return "a `forall` must say its range first: lo <= i && i < hi ==> ...";
  std::vector<Expr> conjuncts;
  addConjuncts(body->arg(0), conjuncts);
  Expr range = nullptr;
  Expr condition = withoutBits(body->arg(1));
  for (Expr conjunct : conjuncts) {
    if (takeBound(conjunct, result))
      range = range ? pool.make(Op::And, range, conjunct) : conjunct;
    else
      condition = pool.make(Op::Implies, conjunct, condition);
  }
  if (!result.low && result.high && !result.isSigned)
    result.low = pool.bitVector(0, result.index->type->width());
  if (!result.low || !result.high)
    return "the range of a `forall` needs a bound below and a bound above: lo <= i && i < hi";
  const auto isData = [](Expr e) {
    return anyNode(e, [](Expr part) {
      return part->op() == Op::Select ||
             (part->op() == Op::Variable && part->variable()->isThreadId());
    });
  };
  if (isData(result.low) || isData(result.high))
    return "the bounds of a `forall` must be the same for all threads, without arrays";
  if (speaksOfThreads(condition))
    return "what a launch ensures cannot speak of single threads: ids, accesses, values of another";
  result.range = range;
  result.condition = condition;
  return result;
}

}  // namespace barricade
