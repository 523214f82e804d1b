#include "encoding/rings.h"

#include "encoding/loop_summary.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

// t - u, where one is the other plus or minus something.
Expr differenceOf(Terms& terms, Expr t, Expr u) {
  const Expr zero = terms.number(0, t->type());
  auto split = [&](Expr e) {
    const bool moved = e->op() == Op::BvAdd && e->arg(1)->isLiteral();
    return moved ? std::pair{e->arg(0), e->arg(1)} : std::pair{e, zero};
  };
  const auto [base, offset] = split(t);
  const auto [from, start] = split(u);
  if (base == from) return terms.sub(offset, start);
  for (Expr sum : {t, base}) {
    const Expr rest = sum == t ? zero : offset;
    if (sum->op() == Op::BvSub && sum->arg(0) == u) return terms.sub(rest, sum->arg(1));
    if (sum->op() == Op::BvAdd)
      for (std::size_t side : {0U, 1U})
        if (sum->arg(side) == u) return terms.add(sum->arg(1 - side), rest);
  }
  return nullptr;
}

// `end` for head + step where it is `bound` for the head: as numbers, so that both are literals.
Expr movedEnd(Terms& terms, Expr bound, Expr step, bool isSigned) {
  if (!bound->isLiteral() || !step->isLiteral()) return nullptr;
  const unsigned width = bound->type()->width();
  const BigInt end = isSigned
                         ? BigInt(toSigned(bound->value(), width) + toSigned(step->value(), width))
                         : BigInt(bound->value() + step->value());
  const BigInt most = (BigInt(1) << (isSigned ? width - 1 : width)) - 1;
  return end >= 1 && end <= most ? terms.number(end, bound->type()) : nullptr;
}

// The least sum for which `goesOn` does not hold, which is a comparison of the sum or of the head.
std::optional<Ring> endOf(Terms& terms, Expr goesOn, Expr sum, Expr head, Expr step) {
  if (goesOn->op() == Op::Not && goesOn->arg(0)->op() == Op::Equal) {
    if (!step->isLiteral() || step->value() != 1) return std::nullopt;
    for (std::size_t side : {0U, 1U}) {
      const Expr compared = goesOn->arg(0)->arg(side), end = goesOn->arg(0)->arg(1 - side);
      if (compared == sum) return Ring{Ring::Kind::Restart, step, end, false};
      if (compared == head) return Ring{Ring::Kind::Restart, step, terms.add(end, step), false};
    }
    return std::nullopt;
  }
  const auto inequality = inequalityOf(goesOn);
  if (!inequality) return std::nullopt;
  Expr end = inequality->greater;
  if (!inequality->strict) end = terms.add(end, terms.number(1, end->type()));
  if (inequality->lesser == head)
    end = movedEnd(terms, end, step, inequality->isSigned);
  else if (inequality->lesser != sum)
    return std::nullopt;
  if (!end) return std::nullopt;
  return Ring{Ring::Kind::Restart, step, end, inequality->isSigned};
}

// A choice between going on and beginning again.
std::optional<Ring> ringOfChoice(Terms& terms, Expr next, Expr head) {
  for (std::size_t onward : {1U, 2U}) {
    const Expr sum = next->arg(onward), again = next->arg(3 - onward);
    const Expr goesOn = onward == 1 ? next->arg(0) : terms.lnot(next->arg(0));
    const Expr step = differenceOf(terms, sum, head);
    if (!step) continue;
    const auto ring = endOf(terms, goesOn, sum, head, step);
    if (!ring) continue;
    const bool byOne = step->isLiteral() && step->value() == 1;
    const bool restarts = byOne && again->isLiteral() && again->value() == 0;
    if (restarts || again == terms.sub(sum, ring->bound)) return ring;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Ring> ringOf(Terms& terms, Expr next, Expr head) {
  if (!head->type()->isBitVector()) return std::nullopt;
  switch (next->op()) {
    case Op::BvAnd:
      for (std::size_t side : {0U, 1U})
        if (const Expr step = differenceOf(terms, next->arg(side), head))
          return Ring{Ring::Kind::Mask, step, next->arg(1 - side), false};
      return std::nullopt;
    case Op::BvURem:
    case Op::BvSRem:
      if (const Expr step = differenceOf(terms, next->arg(0), head))
        return Ring{Ring::Kind::Remainder, step, next->arg(1), next->op() == Op::BvSRem};
      return std::nullopt;
    case Op::Ite: return ringOfChoice(terms, next, head);
    default: return std::nullopt;
  }
}

}  // namespace barricade
