#include "verifier/disjoint.h"

#include <algorithm>

#include "encoding/mixed_radix.h"
#include "encoding/number_range.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned sumDepth = 8;  // of sums in sums

}  // namespace

//--- Linear forms ---------------------------------------------------------------------------

// Parts come before what contains them, so that each is opened once, with its whole coefficient.
Disjointness::Form Disjointness::difference(Expr first, Expr second) const {
  const unsigned width = first->type()->width();
  auto later = [](Expr a, Expr b) { return a->id() > b->id(); };
  std::map<Expr, BigInt, decltype(later)> open(later);
  open[first] += 1;
  open[second] -= 1;
  Form form;
  while (!open.empty()) {
    const Expr e = open.begin()->first;
    const BigInt factor = toUnsigned(open.begin()->second, width);
    open.erase(open.begin());
    const bool byLiteral = e->args().size() == 2 && e->arg(1)->isLiteral();
    if (factor == 0) {
      continue;
    } else if (e->op() == Op::BvLiteral) {
      form.constant += factor * e->value();
    } else if (e->op() == Op::BvAdd || e->op() == Op::BvSub) {
      open[e->arg(0)] += factor;
      open[e->arg(1)] += e->op() == Op::BvAdd ? factor : BigInt(-factor);
    } else if (e->op() == Op::BvMul && byLiteral) {
      open[e->arg(0)] += factor * e->arg(1)->value();
    } else if (e->op() == Op::BvShl && byLiteral && e->arg(1)->value() < e->type()->width()) {
      open[e->arg(0)] += factor << static_cast<unsigned>(e->arg(1)->value());
    } else if ((e->op() == Op::ZeroExtend || e->op() == Op::SignExtend) &&
               exactRange(e->arg(0), e->op() == Op::SignExtend)) {
      open[e->arg(0)] += factor;
    } else {
      form.coefficients[e] = factor;
    }
  }
  return form;
}

// The numbers that a sum of multiples of bounded leaves can be, if nothing in it wraps around, and
// each leaf is the same number with and without a sign: such a sum may be taken apart at any width.
std::optional<Interval> Disjointness::exactRange(Expr e, bool isSigned, unsigned depth) const {
  if (depth > sumDepth) return std::nullopt;
  const unsigned width = e->type()->width();
  const Interval all = rangeOfWidth(width, isSigned);
  std::optional<Interval> range;
  if (e->op() == Op::BvLiteral) {
    range = {e->value(), e->value()};
  } else if (e->op() == Op::BvAdd || e->op() == Op::BvSub) {
    const auto a = exactRange(e->arg(0), isSigned, depth + 1),
               b = exactRange(e->arg(1), isSigned, depth + 1);
    if (!a || !b) return std::nullopt;
    range = e->op() == Op::BvAdd ? Interval{a->low + b->low, a->high + b->high}
                                 : Interval{a->low - b->high, a->high - b->low};
  } else if (e->op() == Op::BvMul && e->arg(1)->isLiteral()) {
    const auto a = exactRange(e->arg(0), isSigned, depth + 1),
               b = exactRange(e->arg(1), isSigned, depth + 1);
    if (!a || !b) return std::nullopt;
    range = productOf(*a, *b);
  } else if (const BigInt limit = bound(e); limit > 0) {
    range = {0, limit - 1};
  }
  const bool isLeaf = e->op() != Op::BvAdd && e->op() != Op::BvSub && e->op() != Op::BvMul;
  if (!range || !range->within(all) || (isLeaf && !range->within(rangeOfWidth(width, true))))
    return std::nullopt;
  return range;
}

BigInt Disjointness::bound(Expr leaf) const {
  const LaunchFacts& launch = problem_.subject().launch;
  for (unsigned t = 0; t < 2; ++t)
    for (unsigned d = 0; d < 3; ++d) {
      if (leaf == problem_.pair().localId[t][d] && launch.groupSize[d]->isLiteral())
        return launch.groupSize[d]->value();
      if (leaf == problem_.pair().groupId[t][d] && launch.numGroups[d]->isLiteral())
        return launch.numGroups[d]->value();
    }
  switch (leaf->op()) {
    case Op::ZeroExtend: return BigInt(1) << leaf->arg(0)->type()->width();
    case Op::BvAnd:
      if (leaf->arg(1)->isLiteral()) return leaf->arg(1)->value() + 1;
      break;
    case Op::BvURem:
      if (leaf->arg(1)->isLiteral()) return leaf->arg(1)->value();
      break;
    default: break;
  }
  return 0;
}

//--- Comparison -----------------------------------------------------------------------------

// With 2^bits = M: leaves whose coefficient is a multiple of M vanish; the rest must be bounded.
// If its range holds no multiple of M the difference is never zero; if only zero itself, the
// difference is zero exactly where the rest is.
bool Disjointness::apartModulo(const Form& difference, unsigned bits, unsigned width) {
  const BigInt modulus = BigInt(1) << bits;
  auto centred = [&](const BigInt& value) {
    const BigInt reduced = toUnsigned(toUnsigned(value, width), bits);
    return reduced * 2 >= modulus ? BigInt(reduced - modulus) : reduced;
  };
  std::map<Expr, BigInt> rest;
  BigInt low = centred(difference.constant);
  BigInt high = low;
  for (const auto& [leaf, coefficient] : difference.coefficients) {
    const BigInt c = centred(coefficient);
    if (c == 0) continue;
    const BigInt limit = bound(leaf);
    if (limit == 0) return false;
    (c > 0 ? high : low) += c * (limit - 1);
    rest[leaf] = c;
  }
  auto floorDivide = [&](const BigInt& value) {
    BigInt quotient = value / modulus;
    if (value < 0 && quotient * modulus != value) --quotient;
    return quotient;
  };
  const BigInt lastMultiple = floorDivide(high) * modulus;
  if (lastMultiple < low) return true;
  const bool onlyZero = low > -modulus && high < modulus;
  return onlyZero && centred(difference.constant) == 0 && zeroMeansSameThread(rest);
}

// sum of c_d * (id1_d - id2_d) over dimensions, where the c_d are those of a mixed radix: it is
// zero only for equal ids, in all the dimensions that tell the threads apart.
bool Disjointness::zeroMeansSameThread(const std::map<Expr, BigInt>& coefficients) const {
  const ThreadPair& pair = problem_.pair();
  const LaunchFacts& launch = problem_.subject().launch;
  std::vector<std::pair<BigInt, BigInt>> radices;  // coefficient, size
  std::size_t used = 0;
  bool distinguishing = true;
  auto addDimension = [&](Expr first, Expr second, Expr size, bool needed) {
    if (first == second) return true;  // one thread or group in this dimension, or a shared id
    auto a = coefficients.find(first);
    auto b = coefficients.find(second);
    if (a == coefficients.end() && b == coefficients.end()) {
      distinguishing = distinguishing && !needed;
      return true;
    }
    if (a == coefficients.end() || b == coefficients.end() || a->second != -b->second ||
        !size->isLiteral())
      return false;
    used += 2;
    radices.emplace_back(abs(a->second), size->value());
    return true;
  };
  const bool intra = pair.mode == Mode::Intra;
  for (unsigned d = 0; d < 3; ++d)
    if (!addDimension(pair.localId[0][d], pair.localId[1][d], launch.groupSize[d], intra) ||
        !addDimension(pair.groupId[0][d], pair.groupId[1][d], launch.numGroups[d], !intra))
      return false;
  if (!distinguishing || used != coefficients.size()) return false;
  std::sort(radices.begin(), radices.end());
  BigInt reach = 0;
  for (const auto& [coefficient, size] : radices) {
    if (coefficient <= reach) return false;
    reach += coefficient * (size - 1);
  }
  return true;
}

bool Disjointness::apart(Expr first, Expr second) {
  if (!first || !second || !first->type()->isBitVector()) return false;
  std::tie(first, second) = withoutExtension(first, second);
  auto [it, added] = known_.try_emplace({first, second}, false);
  if (!added) return it->second;
  const Form difference = this->difference(first, second);
  const unsigned width = first->type()->width();
  for (unsigned bits = width; bits > 0; --bits)
    if (apartModulo(difference, bits, width)) return it->second = true;
  return false;
}

//--- Errors ---------------------------------------------------------------------------------

std::vector<ErrorCondition> openErrors(Problem& problem, const Execution& execution) {
  Disjointness disjointness(problem);
  const auto& events = execution.events();
  std::map<std::size_t, std::vector<Expr>> logged;  // by array: offsets of thread 1, once each
  std::map<std::size_t, std::unordered_set<Expr>> seen;
  for (const Event& event : events)
    if (event.kind == Event::Kind::Log && seen[event.array].insert(event.offset[0]).second)
      logged[event.array].push_back(event.offset[0]);
  std::vector<ErrorCondition> open;
  Terms& terms = problem.subject().terms;
  for (const ErrorCondition& error : execution.errors()) {
    open.push_back(error);
    if (error.kind != FindingKind::Race) continue;
    const Expr index = events[error.event].offset[1];
    bool meet = false;
    Expr known = terms.yes();
    for (Expr offset : logged[error.array]) {
      if (disjointness.apart(offset, index)) continue;
      meet = true;
      if (offset && index)
        known = terms.land(known, mixedRadix(terms, offset, index, Exactness::Certain));
    }
    if (meet)
      open.back().condition = terms.land(error.condition, known);
    else
      open.pop_back();
  }
  return open;
}

}  // namespace barricade
