// How many complete iterations a loop can have, as far as that follows from its comparisons.
#include <algorithm>

#include "encoding/loop_head.h"
#include "encoding/number_range.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

// How often `v < bound` can hold in turn, where v has the least of its initial values and goes up
// by `step`; `room` is the greatest value that v can hold.
std::optional<BigInt> stepsBelow(const BigInt& initial, const BigInt& bound, const BigInt& step,
                                 const BigInt& room) {
  if (bound - 1 + step > room) return std::nullopt;  // it may wrap around
  return bound <= initial ? BigInt(0) : BigInt((bound - initial + step - 1) / step);
}

// The same where v is multiplied by 2^amount.
std::optional<BigInt> doublingsBelow(const BigInt& initial, const BigInt& bound, unsigned amount,
                                     const BigInt& room) {
  if (initial < 1 || ((bound - 1) << amount) > room) return std::nullopt;
  BigInt count = 0;
  for (BigInt value = initial; value < bound; value <<= amount) ++count;
  return count;
}

// How often `v >= least` can hold in turn, where v has the greatest of its initial values and is
// divided by 2^amount.
std::optional<BigInt> halvingsAbove(const BigInt& initial, const BigInt& least, unsigned amount) {
  if (least < 1) return std::nullopt;
  BigInt count = 0;
  for (BigInt value = initial; value >= least; value >>= amount) ++count;
  return count;
}

}  // namespace

// A closed form goes on beyond the iteration in which the loop ends, where its variable may have
// wrapped around and the facts of the iteration before may hold again. They must have held in all
// iterations before: with literal initial values those are counted out.
void LoopHead::boundCounter(const LoopRun& loop) {
  const PerThread going = run_.running(loop.path);
  for (unsigned t = 0; t < run_.threads(); ++t)
    if (const auto count = tripCount(loop, t))
      run_.assume(run_.terms.implies(
          going[t], run_.terms.lessEqual(loop.counter, counterNumber(*count), false)));
  const LoopSummary& summary = summaryOf(loop);
  for (Expr fact : summary.facts)
    for (const auto& [v, form] : summary.closed) {
      if (form.kind != ClosedForm::Kind::Affine || !form.step->type()->isBitVector()) continue;
      if (!form.step->isLiteral())
        noteCounterFits(loop, fact, v, going);
      else if (form.step->value() != 0)
        boundByFact(loop, fact, v, going);
    }
}

void LoopHead::noteCounterFits(const LoopRun& loop, Expr fact, std::size_t variable,
                               const PerThread& going) {
  const auto inequality = inequalityOf(fact);
  for (unsigned t = 0; inequality && t < run_.threads(); ++t)
    if (const Expr fits = fitsBelowBound(loop, *inequality, variable, t))
      run_.record.countersFit.push_back(run_.terms.implies(going[t], fits));
}

void LoopHead::boundByFact(const LoopRun& loop, Expr fact, std::size_t variable,
                           const PerThread& going) {
  const auto inequality = inequalityOf(fact);
  const Expr once = valuesOnce(loop, fact, variable);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    if (once) run_.assume(run_.terms.implies(going[t], once));
    if (!inequality) continue;
    if (Expr within = withinBound(loop, *inequality, variable, t))
      run_.assume(run_.terms.implies(going[t], within));
  }
}

// Whether a term over placeholders has the same value in all iterations.
bool LoopHead::staysInLoop(const LoopRun& loop, Expr bound) const {
  const auto leaves = leavesOf(bound);
  const auto& modified = run_.kernel.modifiedIn(loop.loop.index);
  return std::none_of(modified.begin(), modified.end(), [&](std::size_t v) {
    return leaves.contains(run_.subject.placeholders.variables[v]->variable());
  });
}

// A variable with an odd step takes every value once in 2^width iterations: also the greatest or
// the least, which no strict comparison admits, and the one that it is compared with for equality.
Expr LoopHead::valuesOnce(const LoopRun& loop, Expr fact, std::size_t variable) {
  const Expr head = run_.subject.placeholders.variables[variable];
  const unsigned width = head->type()->width();
  if (width >= counterWidth || summaryOf(loop).closed.at(variable).step->value() % 2 == 0)
    return nullptr;
  const auto inequality = inequalityOf(fact);
  const bool differs = fact->op() == Op::Not && fact->arg(0)->op() == Op::Equal;
  if (!differs && !(inequality && inequality->strict)) return nullptr;
  const Expr relation = differs ? fact->arg(0) : fact;
  for (std::size_t side : {0U, 1U}) {
    const Expr other = relation->arg(1 - side);
    if (relation->arg(side) != head || leavesOf(other).contains(head->variable())) continue;
    if (!differs || staysInLoop(loop, other))
      return run_.terms.less(loop.counter, counterNumber(BigInt(1) << width), false);
  }
  return nullptr;
}

// A variable that goes up below a bound that stays, with room for a step above the bound, does not
// wrap around: v < bound <= 2^width - step in each complete iteration makes v + step < 2^width. So
// after n of them it is n steps above its initial value as an integer; down likewise.
Expr LoopHead::withinBound(const LoopRun& loop, const Inequality& inequality, std::size_t variable,
                           unsigned thread) {
  const LoopSummary& summary = summaryOf(loop);
  const Expr head = run_.subject.placeholders.variables[variable];
  const unsigned width = head->type()->width();
  const BigInt step = toSigned(summary.closed.at(variable).step->value(), width);
  const bool up = step > 0;
  const Expr compared = up ? inequality.lesser : inequality.greater;
  const Expr bound = up ? inequality.greater : inequality.lesser;
  const bool zeroExtended = compared->op() == Op::ZeroExtend && compared->arg(0) == head;
  const bool signExtended =
      compared->op() == Op::SignExtend && compared->arg(0) == head && inequality.isSigned;
  const Expr initial = loop.initial[thread][variable];
  if ((compared != head && !zeroExtended && !signExtended) || !initial) return nullptr;
  if (!staysInLoop(loop, bound)) return nullptr;

  // The least and the greatest value of the variable as it is compared.
  const bool isSigned = inequality.isSigned && !zeroExtended;
  const BigInt least = isSigned ? BigInt(-(BigInt(1) << (width - 1))) : BigInt(0);
  const BigInt greatest = least + (BigInt(1) << width) - 1;
  const int open = inequality.strict ? 1 : 0;
  const BigInt last = up ? BigInt(greatest - step + open) : BigInt(least - step - open);
  const Expr edge = run_.terms.number(last, bound->type());
  const Expr limit = instantiate(bound, loop, thread, loop.counter);
  const Expr room = up ? run_.terms.lessEqual(limit, edge, inequality.isSigned)
                       : run_.terms.lessEqual(edge, limit, inequality.isSigned);
  const Expr value = valueAfter(loop, variable, thread, loop.counter);
  const Expr moved = up ? run_.terms.lessEqual(initial, value, isSigned)
                        : run_.terms.lessEqual(value, initial, isSigned);
  const BigInt most = std::min(BigInt((greatest - least) / abs(step)), BigInt(1) << 63);
  return run_.terms.implies(
      room, run_.terms.land(moved, run_.terms.lessEqual(loop.counter, counterNumber(most), false)));
}

// The same of a variable that goes up by a number which is not known, but positive, from one that
// is not negative.
Expr LoopHead::fitsBelowBound(const LoopRun& loop, const Inequality& inequality,
                              std::size_t variable, unsigned thread) {
  Terms& terms = run_.terms;
  const Expr head = run_.subject.placeholders.variables[variable];
  const Expr initial = loop.initial[thread][variable];
  const unsigned width = head->type()->width();
  if (inequality.lesser != head || !initial || width >= counterWidth ||
      !staysInLoop(loop, inequality.greater))
    return nullptr;
  const bool isSigned = inequality.isSigned;
  const Type type = head->type();
  const Expr zero = terms.number(0, type);
  const Expr step =
      instantiate(summaryOf(loop).closed.at(variable).step, loop, thread, loop.counter);
  const Expr bound = instantiate(inequality.greater, loop, thread, loop.counter);
  const Expr greatest = terms.number((BigInt(1) << (isSigned ? width - 1 : width)) - 1, type);
  const Expr margin = inequality.strict ? terms.sub(step, terms.number(1, type)) : step;
  const Expr hasRoom =
      terms.land(terms.less(zero, step, true), terms.lessEqual(zero, initial, isSigned),
                 terms.lessEqual(bound, terms.sub(greatest, margin), isSigned));
  const Expr count = resizedCounter(loop.counter, width);
  const Expr distance = terms.mul(count, step);
  const Fits byProduct = fitsWidth(terms, Op::BvMul, count, step);
  const Fits bySum = fitsWidth(terms, Op::BvAdd, initial, distance);
  const BigInt most = BigInt(1) << (isSigned ? width - 1 : width);
  return terms.implies(hasRoom, terms.land(terms.less(loop.counter, counterNumber(most), false),
                                           isSigned ? byProduct.asSigned : byProduct.asUnsigned,
                                           isSigned ? bySum.asSigned : bySum.asUnsigned));
}

// Of one thread, as far as that follows from what its variables and bounds can be at all.
std::optional<BigInt> LoopHead::mostIterations(const LoopRun& loop, unsigned thread) {
  std::optional<BigInt> most;
  auto note = [&](const std::optional<BigInt>& count) {
    if (count && (!most || *count < *most)) most = count;
  };
  const LoopSummary& summary = summaryOf(loop);
  for (Expr fact : summary.facts)
    if (const auto inequality = inequalityOf(fact))
      for (const auto& [v, form] : summary.closed) note(iterationsOf(loop, *inequality, v, thread));
  return most;
}

std::optional<BigInt> LoopHead::iterationsOf(const LoopRun& loop, const Inequality& inequality,
                                             std::size_t variable, unsigned thread) {
  const ClosedForm& form = summaryOf(loop).closed.at(variable);
  const Expr head = run_.subject.placeholders.variables[variable];
  const Expr initial = loop.initial[thread][variable];
  const bool up = inequality.lesser == head;
  if (!initial || (!up && inequality.greater != head)) return std::nullopt;
  const Expr bound = up ? inequality.greater : inequality.lesser;
  if (!staysInLoop(loop, bound)) return std::nullopt;
  const bool isSigned = inequality.isSigned;
  const Interval all = rangeOfWidth(head->type()->width(), isSigned);
  const Interval first = rangeOf(run_.terms, initial, isSigned);
  const Interval limit =
      rangeOf(run_.terms, instantiate(bound, loop, thread, counterNumber(0)), isSigned);
  const int closed = inequality.strict ? 0 : 1;
  switch (form.kind) {
    case ClosedForm::Kind::Affine: {
      if (!form.step->isLiteral()) return std::nullopt;
      const BigInt step = toSigned(form.step->value(), head->type()->width());
      if (up && step > 0) return stepsBelow(first.low, limit.high + closed, step, all.high);
      // Down above a bound is up below its opposite.
      if (!up && step < 0) return stepsBelow(-first.high, closed - limit.low, -step, -all.low);
      return std::nullopt;
    }
    case ClosedForm::Kind::ShiftLeft:
      if (!up) return std::nullopt;
      return doublingsBelow(first.low, limit.high + closed, form.amount, all.high);
    case ClosedForm::Kind::ArithmeticShiftRight:
      // Without a sign, a number whose highest bit is set never gets less.
      if (!isSigned && first.high > rangeOfWidth(head->type()->width(), true).high)
        return std::nullopt;
      [[fallthrough]];
    case ClosedForm::Kind::ShiftRight:
    case ClosedForm::Kind::SignedHalving:
      if (up) return std::nullopt;
      return halvingsAbove(first.high, limit.low + 1 - closed, form.amount);
    case ClosedForm::Kind::Periodic: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace barricade
