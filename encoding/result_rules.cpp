#include "encoding/result_rules.h"

#include <algorithm>

#include "analysis/atomic_meaning.h"
#include "encoding/participation.h"

namespace barricade {

ResultRule ResultRules::ruleOf(const Call& call, std::size_t array) const {
  if (!call.atomic || meaningOf(call).kind == AtomicMeaning::Kind::Load) return {};
  return run_.kernel.arrays()[array].results;
}

// Of operations that are atomic with each other.
void ResultRules::add(const ResultRule& rule, std::size_t array, const AtomicResult& mine) {
  Terms& terms = run_.terms;
  const AddressSpace space = run_.kernel.arrays()[array].array->space;
  const bool isDistinct = std::ranges::count(run_.subject.options.distinct,
                                             run_.kernel.arrays()[array].array->variable) > 0;
  const bool ownOnly = space == AddressSpace::GroupShared && run_.pair.mode == Mode::Inter;
  for (const AtomicResult& other : run_.atomicResults[array]) {
    if (other.thread != mine.thread && (ownOnly || mine.narrow || other.narrow)) continue;
    // What a thread does as the elected one of its block is the same operation once more, and so is
    // what a lane has handed on.
    if (other.thread == mine.thread &&
        (other.performer != mine.performer || other.isEarlier || mine.isEarlier))
      continue;
    if ((other.leader == nullptr) != (mine.leader == nullptr)) continue;
    const Expr meet = terms.land(mine.path, other.path, terms.equal(mine.offset, other.offset));
    const Expr one = areOne(mine, other);
    run_.assume(terms.implies(terms.land(meet, terms.lnot(one)), exclusion(rule, mine, other)));
    run_.assume(terms.implies(terms.land(meet, one), terms.equal(mine.result, other.result)));
    if (isDistinct && rule.kind != ResultRule::Kind::None)
      run_.assume(terms.implies(terms.land(mine.path, other.path, terms.lnot(one)),
                                areReserved(rule, mine, other)));
  }
  run_.atomicResults[array].push_back(mine);
  assumeRange(rule, array, mine);
}

// Counters that the block has set to 0 come no further than the sum of what is added; others are
// taken to be no negative numbers, or not to go beyond a limit, where that is asked for
// (VerifyOptions::ordered, limits).
void ResultRules::assumeRange(const ResultRule& rule, std::size_t array, const AtomicResult& mine) {
  Terms& terms = run_.terms;
  const Variable* variable = run_.kernel.arrays()[array].array->variable;
  auto number = [&](const BigInt& n) { return terms.number(n, mine.result->type()); };
  for (const auto& [statement, total] : run_.subject.totals)
    if (total.array == variable && !total.value)
      run_.assume(terms.implies(
          terms.land(mine.path, terms.equal(mine.offset, terms.number(total.index->value(),
                                                                      mine.offset->type()))),
          terms.lessEqual(mine.result, number(total.most), false)));
  if (std::ranges::count(run_.subject.options.ordered, variable) > 0)
    run_.assume(terms.implies(mine.path, terms.lessEqual(number(0), mine.result, true)));
  for (const CountLimit& limit : run_.subject.options.limits)
    if (limit.array == variable && adds(rule))
      run_.assume(terms.implies(
          mine.path,
          terms.land(terms.lessEqual(mine.result, number(limit.most), false),
                     terms.lessEqual(addend(rule, mine), terms.sub(number(limit.most), mine.result),
                                     false))));
}

bool ResultRules::adds(const ResultRule& rule) {
  return rule.kind == ResultRule::Kind::Reserving ||
         (rule.kind == ResultRule::Kind::Counting && rule.value > 0);
}

Expr ResultRules::addend(const ResultRule& rule, const AtomicResult& mine) const {
  const BigInt step = rule.kind == ResultRule::Kind::Counting ? rule.value : BigInt(1);
  return mine.operand ? mine.operand : run_.terms.number(step, mine.result->type());
}

// A total is no less than any result and what was added to it, and one value for the block.
void ResultRules::addTotal(const BlockTotal& total, const PerThread& path) {
  if (!run_.kernel.inSlice(total.value)) return;
  Terms& terms = run_.terms;
  const std::size_t array = run_.kernel.arrayIndex(total.array);
  const ResultRule& rule = run_.kernel.arrays()[array].results;
  auto ofOneBlock = [&](unsigned s, unsigned t) { return s == t || run_.pair.mode != Mode::Inter; };
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr value = run_.state.values[t][run_.kernel.indexOf(total.value)];
    auto number = [&](const BigInt& n) { return terms.number(n, value->type()); };
    for (const AtomicResult& result : run_.atomicResults[array]) {
      if (!ofOneBlock(result.thread, t) || rule.kind == ResultRule::Kind::None) continue;
      const Expr index = terms.number(total.index->value(), result.offset->type());
      const Expr met = terms.land(path[t], result.path, terms.equal(result.offset, index));
      run_.assume(terms.implies(
          met, terms.land(
                   terms.lessEqual(result.result, value, false),
                   terms.lessEqual(addend(rule, result), terms.sub(value, result.result), false))));
    }
    run_.assume(terms.implies(path[t], terms.lessEqual(value, number(total.most), false)));
    for (const TotalRead& other : run_.totals[array])
      if (other.index == total.index && ofOneBlock(other.thread, t))
        run_.assume(
            terms.implies(terms.land(path[t], other.path), terms.equal(value, other.value)));
    run_.totals[array].push_back({total.index, t, path[t], value});
  }
}

// Whether what two lanes of a warp have got, or what one has got twice, is one result of one
// leader.
Expr ResultRules::areOne(const AtomicResult& mine, const AtomicResult& other) const {
  Terms& terms = run_.terms;
  const bool ofOneThread = mine.thread == other.thread;
  if (!mine.leader || mine.visit != other.visit || (!ofOneThread && run_.pair.mode == Mode::Inter))
    return terms.no();
  const Expr sameLeader = terms.equal(mine.leader, other.leader);
  return ofOneThread ? sameLeader : terms.land(Participation(run_).sameWarp(), sameLeader);
}

// What holds of the results of two operations on one element.
Expr ResultRules::exclusion(const ResultRule& rule, const AtomicResult& a,
                            const AtomicResult& b) const {
  Terms& terms = run_.terms;
  const Type type = a.result->type();
  switch (rule.kind) {
    case ResultRule::Kind::None: break;
    case ResultRule::Kind::Counting: return areApart(rule, a.result, b.result);
    case ResultRule::Kind::Reserving: return areReserved(rule, a, b);
    case ResultRule::Kind::Swap: {
      const Expr expected = terms.number(rule.value, type);
      auto wins = [&](const AtomicResult& x) {
        return terms.land(terms.equal(x.result, expected),
                          terms.lnot(terms.equal(x.operand, expected)));
      };
      return terms.lnot(terms.land(wins(a), wins(b)));
    }
    case ResultRule::Kind::Exchange: {
      const Expr stored = terms.number(rule.value, type);
      return terms.lor(terms.equal(a.result, stored), terms.equal(b.result, stored));
    }
    case ResultRule::Kind::Marking: {
      auto both = [&](Expr x, Expr y) { return terms.pool().make(Op::BvAnd, x, y); };
      const Expr common = both(a.operand, b.operand);
      return terms.lor(terms.equal(both(a.result, common), common),
                       terms.equal(both(b.result, common), common));
    }
  }
  return terms.yes();
}

// Whoever counts in steps has what lies between two steps for himself, whatever the first value
// was, and no result is further from another than all steps of a launch; where the step is as large
// as the width allows, results are distinct at least.
Expr ResultRules::areApart(const ResultRule& rule, Expr a, Expr b) const {
  const BigInt launch = BigInt(1) << 24;  // is taken not to count more often
  Terms& terms = run_.terms;
  const Type type = a->type();
  const Expr distinct = terms.lnot(terms.equal(a, b));
  const BigInt size = abs(rule.value);
  const BigInt most =
      size * (rule.operations > 0 ? std::min<BigInt>(rule.operations - 1, launch) : launch);
  const BigInt half = type->isBitVector() ? BigInt(1) << (type->width() - 1) : BigInt(0);
  if (most > half) return distinct;
  const Expr gap = terms.number(size, type);
  const Expr difference = terms.sub(a, b);
  const Expr apart = size == 1 ? distinct
                               : terms.land(terms.lessEqual(gap, difference, false),
                                            terms.lessEqual(gap, terms.sub(b, a), false));
  if (most >= half) return apart;
  return terms.land(apart, terms.lessEqual(terms.add(difference, terms.number(most, type)),
                                           terms.number(2 * most, type), false));
}

// The sum of all that is added does not wrap around, whatever the first value was. Who adds nothing
// may get what another one gets.
Expr ResultRules::areReserved(const ResultRule& rule, const AtomicResult& a,
                              const AtomicResult& b) const {
  Terms& terms = run_.terms;
  const Type type = a.result->type();
  auto addsNothing = [&](const AtomicResult& x) {
    return terms.equal(addend(rule, x), terms.number(0, type));
  };
  const Expr equal = terms.equal(a.result, b.result);
  const Expr apart =
      terms.land(terms.lessEqual(addend(rule, a), terms.sub(b.result, a.result), false),
                 terms.lessEqual(addend(rule, b), terms.sub(a.result, b.result), false));
  return terms.lor(terms.land(equal, terms.lor(addsNothing(a), addsNothing(b))),
                   terms.land(terms.lnot(equal), apart));
}

}  // namespace barricade
