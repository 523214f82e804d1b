#include "encoding/recurrences.h"

#include <algorithm>
#include <numeric>

#include "ir/semantics.h"

namespace barricade {

Sum sumOf(Expr e) {
  if (e->op() == Op::BvAdd)
    for (std::size_t side : {0U, 1U})
      if (e->arg(side)->isLiteral())
        return {e->arg(1 - side), toSigned(e->arg(side)->value(), e->type()->width())};
  return {e, 0};
}

Recurrences::Recurrences(Terms& terms, const LoopSummary& summary, const Placeholders& placeholders,
                         const std::vector<Expr>& initial, const std::vector<std::size_t>& modified)
    : terms_(terms), summary_(summary), placeholders_(placeholders), initial_(initial) {
  for (std::size_t v = 0; v < placeholders.variables.size(); ++v)
    if (const Expr head = placeholders.variables[v]; head && !head->isLiteral()) known_[head] = v;
  changing_.insert(modified.begin(), modified.end());
}

std::optional<Recurrence> Recurrences::of(Expr e) {
  return fold<std::optional<Recurrence>>(
      e, memo_,
      [&](Expr part) -> std::optional<std::optional<Recurrence>> {
        if (part->isLiteral()) return Recurrence{};
        if (part->op() == Op::Variable) return ofLeaf(part);
        if (part->op() == Op::Apply || part->op() == Op::Select) return std::optional<Recurrence>();
        if (const auto found = ofLowBits(part)) return found;
        if (const auto found = ofRemainder(part)) return found;
        if (const auto found = ofComparison(part)) return found;
        return std::nullopt;
      },
      [](Expr, const std::vector<std::optional<Recurrence>>& parts) {
        std::optional<Recurrence> all = Recurrence{};
        for (const auto& part : parts) {
          if (!part || !all) return std::optional<Recurrence>();
          all =
              Recurrence{std::max(all->before, part->before), std::lcm(all->period, part->period)};
        }
        return all;
      });
}

std::optional<Recurrence> Recurrences::ofLeaf(Expr leaf) const {
  const auto known = known_.find(leaf);
  if (known == known_.end())
    return leaf->variable()->launch ? std::optional<Recurrence>(Recurrence{}) : std::nullopt;
  const std::size_t v = known->second;
  if (!changing_.contains(v)) return Recurrence{};
  std::optional<ClosedForm> form;
  if (const auto closed = summary_.closed.find(v); closed != summary_.closed.end())
    form = closed->second;
  else
    form = literalOrbit(terms_, summary_, placeholders_, initial_, v);
  if (!form || form->kind != ClosedForm::Kind::Periodic) return std::nullopt;
  return Recurrence{static_cast<unsigned>(form->beforeCycle),
                    static_cast<unsigned>(form->cycle.size() - form->beforeCycle)};
}

// A variable that begins with a small literal and goes up by one: its first value.
std::optional<BigInt> Recurrences::beginOf(Expr e) const {
  const auto known = known_.find(e);
  if (known == known_.end() || !e->type()->isBitVector()) return std::nullopt;
  const auto form = summary_.closed.find(known->second);
  const Expr initial = initial_[known->second];
  if (form == summary_.closed.end() || form->second.kind != ClosedForm::Kind::Affine ||
      form->second.step != terms_.number(1, e->type()) || !initial || !initial->isLiteral() ||
      initial->value() >= longest || e->type()->width() < 8)
    return std::nullopt;
  return initial->value();
}

void Recurrences::noteLimit(Expr variable, const BigInt& begin, bool isSigned) {
  const BigInt most = (BigInt(1) << (variable->type()->width() - (isSigned ? 1 : 0))) - 1 - begin;
  limit_ = limit_ ? std::min(*limit_, most) : most;
}

// i & 3, i % 4 and the like, also of i + 1.
std::optional<Recurrence> Recurrences::ofLowBits(Expr e) const {
  unsigned bits = 0;
  Expr of = nullptr;
  if (e->op() == Op::Extract && e->high() <= 4) {
    bits = e->high();
    of = e->arg(0);
  } else if (e->args().size() == 2) {
    const std::size_t side = e->arg(0)->isLiteral() ? 0 : 1;
    if (!e->arg(side)->isLiteral() || !e->type()->isBitVector()) return std::nullopt;
    const BigInt& number = e->arg(side)->value();
    if (number <= 0 || number > 16) return std::nullopt;
    if (e->op() == Op::BvAnd)
      bits = msb(number) + 1;
    else if (e->op() == Op::BvURem && side == 1 && (number & (number - 1)) == 0)
      bits = msb(number);
    else
      return std::nullopt;
    of = e->arg(1 - side);
  }
  if (!of || bits > 4 || !beginOf(sumOf(of).base)) return std::nullopt;
  return Recurrence{0, 1U << bits};
}

// i % 3, also of i + 1 and with a sign, as long as that does not wrap around.
std::optional<Recurrence> Recurrences::ofRemainder(Expr e) {
  if ((e->op() != Op::BvURem && e->op() != Op::BvSRem) || !e->arg(1)->isLiteral())
    return std::nullopt;
  const BigInt& size = e->arg(1)->value();
  const Sum sum = sumOf(e->arg(0));
  const auto begin = beginOf(sum.base);
  if (size <= 0 || size > 16 || !begin || sum.offset < 0 || sum.offset > longest)
    return std::nullopt;
  noteLimit(sum.base, *begin + sum.offset, e->op() == Op::BvSRem);
  return Recurrence{0, size.convert_to<unsigned>()};
}

// i against a literal: settled once i has passed it.
std::optional<Recurrence> Recurrences::ofComparison(Expr e) {
  if (e->op() != Op::BvSlt && e->op() != Op::BvUlt && e->op() != Op::Equal) return std::nullopt;
  for (std::size_t side : {0U, 1U}) {
    const auto begin = beginOf(e->arg(side));
    if (!begin || !e->arg(1 - side)->isLiteral()) continue;
    const BigInt& number = e->arg(1 - side)->value();
    if (number > longest) return std::nullopt;
    noteLimit(e->arg(side), *begin, e->op() == Op::BvSlt);
    return Recurrence{number < *begin ? 0 : static_cast<unsigned>(number - *begin) + 1, 1};
  }
  return std::nullopt;
}

}  // namespace barricade
