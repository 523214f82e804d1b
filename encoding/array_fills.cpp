// Private arrays that a loop fills: for (k = 0; k < n; ++k) place[k] = id + 1024 * k.
//
// The stores of an iteration are terms of its number (LoopSummary::fills). A read of an element
// asks which iteration has stored there: the index is solved for the number, the result is put into
// the index again, and where that is the element, and the iteration is one of the complete ones,
// the element holds what it has stored; else what it held at the loop's entry. An index is solved
// that goes up or down by a literal in each iteration, below extensions to more bits; then no two
// iterations store to one element unless it wraps around in all its bits, and where the number of
// iterations does not exclude that, the element may hold anything. Of several stores to an element,
// as in unrolled loops, the last one counts.
#include <algorithm>

#include "encoding/loop_head.h"
#include "encoding/number_range.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

// The addends of a sum, each with its factor, modulo 2^width.
void collectAddends(Expr e, const BigInt& factor, std::vector<std::pair<Expr, BigInt>>& addends) {
  const auto& args = e->args();
  switch (e->op()) {
    case Op::BvAdd:
      for (Expr arg : args) collectAddends(arg, factor, addends);
      return;
    case Op::BvSub:
      collectAddends(args[0], factor, addends);
      collectAddends(args[1], -factor, addends);
      return;
    case Op::BvMul:
      if (!args[1]->isLiteral()) break;
      collectAddends(args[0], factor * args[1]->value(), addends);
      return;
    case Op::BvShl:
      if (!args[1]->isLiteral() || args[1]->value() >= e->type()->width()) break;
      collectAddends(args[0], factor << static_cast<unsigned>(args[1]->value()), addends);
      return;
    default: break;
  }
  addends.emplace_back(e, factor);
}

}  // namespace

// The number of the iteration whose index is `element`, if there is one; null where it cannot be
// solved for. `unique` becomes false where several of the `completed` ones may have that index.
Expr LoopHead::iterationAt(const LoopRun& loop, unsigned thread, Expr index, Expr element,
                           Expr& unique, Expr completed) {
  Terms& terms = run_.terms;
  if (!index->type()->isBitVector() || index->type()->width() > counterWidth) return nullptr;
  const unsigned width = index->type()->width();
  std::vector<std::pair<Expr, BigInt>> addends;
  collectAddends(index, 1, addends);
  std::erase_if(addends, [&](const auto& addend) { return staysInLoop(loop, addend.first); });
  const Expr first = instantiate(index, loop, thread, counterNumber(0));
  if (addends.size() == 1 && (abs(addends[0].second) == 1) &&
      (addends[0].first->op() == Op::ZeroExtend || addends[0].first->op() == Op::SignExtend)) {
    const Expr extended = addends[0].first;
    const Expr start = instantiate(extended, loop, thread, counterNumber(0));
    const Expr moved =
        addends[0].second == 1 ? terms.sub(element, first) : terms.sub(first, element);
    const Expr narrow =
        terms.extract(terms.add(start, moved), extended->arg(0)->type()->width(), 0);
    return iterationAt(loop, thread, extended->arg(0), narrow, unique, completed);
  }
  BigInt step = 0;
  for (const auto& [addend, factor] : addends) {
    const auto& placeholders = run_.subject.placeholders.variables;
    const auto v = std::ranges::find(placeholders, addend) - placeholders.begin();
    const auto form = summaryOf(loop).closed.find(static_cast<std::size_t>(v));
    if (form == summaryOf(loop).closed.end() || form->second.kind != ClosedForm::Kind::Affine ||
        !form->second.step->isLiteral())
      return nullptr;
    step += factor * form->second.step->value();
  }
  step = toSigned(step & ((BigInt(1) << width) - 1), width);
  if (step == 0) return nullptr;
  const BigInt distance = abs(step), most = (BigInt(1) << width) / distance;
  if (rangeOf(terms, completed, false).high > most)
    unique = terms.land(unique, terms.lessEqual(completed, counterNumber(most), false));
  const Expr moved = step > 0 ? terms.sub(element, first) : terms.sub(first, element);
  const Expr divisor = terms.number(distance, moved->type());
  const Expr quotient =
      terms.rebuild(terms.pool().make(Op::BvUDiv, moved, divisor), {moved, divisor});
  return terms.zeroExtend(quotient, counterWidth);
}

Filling LoopHead::fillingOf(const LoopRun& loop, std::size_t array, unsigned thread, Expr completed,
                            const Function* unknown) {
  const auto stores = summaryOf(loop).fills.find(array);
  if (stores == summaryOf(loop).fills.end() || completed->type()->isInt()) return nullptr;
  const Expr zero = counterNumber(0);
  Expr always = run_.terms.yes();
  for (const ArrayStore& store : stores->second)
    if (!iterationAt(loop, thread, store.index, store.index, always, completed)) return nullptr;
  // The run goes on, and with it the loop.
  const LoopRun entered{loop.loop, loop.path, zero, loop.initial, {}, {}};
  return [=, this, &kept = stores->second](Expr element, Expr before) {
    Terms& terms = run_.terms;
    Expr value = before, latest = zero, found = terms.no(), unique = terms.yes();
    for (const ArrayStore& store : kept) {
      const Expr guess = iterationAt(entered, thread, store.index, element, unique, completed);
      const Expr isOne = terms.less(guess, completed, false);
      // What is computed of an iteration is computed of one that there was.
      const Expr iteration = terms.ite(isOne, guess, zero);
      auto at = [&](Expr e) { return instantiate(e, entered, thread, iteration); };
      const Expr hits =
          terms.land(isOne, terms.equal(at(store.index), element), at(store.condition));
      const Expr counts =
          terms.land(hits, terms.lor(terms.lnot(found), terms.lessEqual(latest, iteration, false)));
      const Expr stored = store.value ? at(store.value) : terms.pool().apply(unknown, {element});
      value = terms.ite(counts, stored, value);
      latest = terms.ite(counts, iteration, latest);
      found = terms.lor(found, hits);
    }
    return terms.ite(unique, value, terms.pool().apply(unknown, {element}));
  };
}

}  // namespace barricade
