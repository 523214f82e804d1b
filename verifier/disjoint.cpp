#include "verifier/disjoint.h"

#include <algorithm>

#include "encoding/mixed_radix.h"
#include "encoding/number_range.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned sumDepth = 8;  // of sums in sums

// The number that is the same modulo `modulus` and nearest to 0.
BigInt centred(const BigInt& value, const BigInt& modulus) {
  const BigInt reduced = value - floorDivide(value, modulus) * modulus;
  return reduced * 2 >= modulus ? BigInt(reduced - modulus) : reduced;
}

// The same number of fewer bits.
Expr withoutZeros(Expr e) {
  while (e->op() == Op::ZeroExtend) e = e->arg(0);
  return e;
}

}  // namespace

//--- Linear forms ---------------------------------------------------------------------------

// Parts come before what contains them, so that each is opened once, with its whole coefficient.
Disjointness::Form Disjointness::formOf(Expr offset) const {
  const unsigned width = offset->type()->width();
  auto later = [](Expr a, Expr b) { return a->id() > b->id(); };
  std::map<Expr, BigInt, decltype(later)> open(later);
  open[offset] = 1;
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
      BigInt& coefficient = form.coefficients[withoutZeros(e)];
      coefficient = toUnsigned(coefficient + factor, width);
    }
  }
  form.constant = toUnsigned(form.constant, width);
  std::erase_if(form.coefficients, [](const auto& part) { return part.second == 0; });
  return form;
}

const Disjointness::Offset& Disjointness::offset(Expr offset) {
  auto [it, added] = offsets_.try_emplace(offset);
  if (!added) return it->second;
  Form form = formOf(offset);
  const auto [number, isNew] = shapeNumbers_.try_emplace(form.coefficients, shapes_.size());
  if (isNew) shapes_.push_back(std::move(form.coefficients));
  return it->second = {number->second, std::move(form.constant)};
}

Disjointness::Form Disjointness::difference(std::size_t first, std::size_t second,
                                            const BigInt& constant, unsigned width) const {
  const BigInt all = BigInt(1) << width;
  Form form{shapes_[first], centred(constant, all)};
  for (const auto& [leaf, coefficient] : shapes_[second]) form.coefficients[leaf] -= coefficient;
  for (auto& [leaf, coefficient] : form.coefficients) coefficient = centred(coefficient, all);
  std::erase_if(form.coefficients, [](const auto& part) { return part.second == 0; });
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
  } else {
    range = {0, bound(e) - 1};
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
      if (leaf == withoutZeros(problem_.pair().localId[t][d]) && launch.groupSize[d]->isLiteral())
        return launch.groupSize[d]->value();
      if (leaf == withoutZeros(problem_.pair().groupId[t][d]) && launch.numGroups[d]->isLiteral())
        return launch.numGroups[d]->value();
    }
  return barricade::rangeOf(problem_.subject().terms, leaf, false).high + 1;
}

//--- Comparison -----------------------------------------------------------------------------

// As long as nothing wraps around.
Interval Disjointness::rangeOf(const Form& form) const {
  Interval range{form.constant, form.constant};
  for (const auto& [leaf, coefficient] : form.coefficients)
    (coefficient > 0 ? range.high : range.low) += coefficient * (bound(leaf) - 1);
  return range;
}

// Leaves whose coefficient is a multiple of the modulus vanish; the rest must be bounded. If its
// range holds no multiple of the modulus the difference is never zero; if only zero itself, the
// difference is zero at most where the rest is.
bool Disjointness::apartModulo(const Form& difference, const BigInt& modulus) const {
  Form rest;
  rest.constant = centred(difference.constant, modulus);
  for (const auto& [leaf, coefficient] : difference.coefficients)
    if (const BigInt c = centred(coefficient, modulus); c != 0) rest.coefficients[leaf] = c;
  const Interval range = rangeOf(rest);
  if (floorDivide(range.high, modulus) * modulus < range.low) return true;
  const bool onlyZero = range.low > -modulus && range.high < modulus;
  return onlyZero && zeroMeansSameThread(rest);
}

// Whether a difference is never zero modulo 2^width: modulo a smaller power of two it is not; or,
// if it cannot wrap around, modulo any other number, as pitches are.
bool Disjointness::areApart(const Form& difference, unsigned width) const {
  for (unsigned bits = width; bits > 0; --bits)
    if (apartModulo(difference, BigInt(1) << bits)) return true;
  const Interval range = rangeOf(difference);
  const BigInt all = BigInt(1) << width;
  if (range.low <= -all || range.high >= all) return false;
  return std::any_of(difference.coefficients.begin(), difference.coefficients.end(),
                     [&](const auto& part) {
                       const BigInt modulus = abs(part.second);
                       return modulus > 1 && apartModulo(difference, modulus);
                     });
}

// sum of c_d * (id1_d - id2_d) over dimensions, and a rest, where the c_d are those of a mixed
// radix above the rest: it is zero only for equal ids, in all the dimensions that tell the threads
// apart.
bool Disjointness::zeroMeansSameThread(Form form) const {
  const ThreadPair& pair = problem_.pair();
  const LaunchFacts& launch = problem_.subject().launch;
  struct Digit {
    BigInt coefficient, size;
    bool isNeeded;
  };
  std::vector<Digit> digits;
  bool distinguishing = true;
  auto addDimension = [&](Expr first, Expr second, Expr size, bool isNeeded) {
    if (first == second) return;  // one thread or group in this dimension, or a shared id
    auto a = form.coefficients.find(withoutZeros(first));
    auto b = form.coefficients.find(withoutZeros(second));
    if (a != form.coefficients.end() && b != form.coefficients.end() && a->second == -b->second &&
        size->isLiteral()) {
      digits.push_back({abs(a->second), size->value(), isNeeded});
      form.coefficients.erase(a);
      form.coefficients.erase(b);
    } else {
      distinguishing = distinguishing && !isNeeded;
    }
  };
  const bool intra = pair.mode == Mode::Intra;
  for (unsigned d = 0; d < 3; ++d) {
    addDimension(pair.localId[0][d], pair.localId[1][d], launch.groupSize[d], intra);
    addDimension(pair.groupId[0][d], pair.groupId[1][d], launch.numGroups[d], !intra);
  }
  if (!distinguishing) return false;
  const Interval rest = rangeOf(form);
  std::ranges::sort(digits, {}, &Digit::coefficient);
  BigInt reach = std::max(abs(rest.low), abs(rest.high));
  bool isRest = true;  // what is below the digits that are needed
  for (const Digit& digit : digits) {
    isRest = isRest && !digit.isNeeded;
    if (!isRest && digit.coefficient <= reach) return false;
    reach += digit.coefficient * (digit.size - 1);
  }
  return true;
}

bool Disjointness::apart(Expr first, Expr second) {
  if (!first || !second || !first->type()->isBitVector()) return false;
  std::tie(first, second) = withoutExtension(first, second);
  const unsigned width = first->type()->width();
  const Offset &one = offset(first), &other = offset(second);
  auto& answers = known_[{one.shape, other.shape, width}];
  const BigInt constant = one.constant - other.constant;
  auto [it, added] = answers.try_emplace(constant, false);
  if (added) it->second = areApart(difference(one.shape, other.shape, constant, width), width);
  return it->second;
}

//--- Errors ---------------------------------------------------------------------------------

namespace {

// Of thread 1, once each, with the events in order.
struct LoggedOffsets {
  struct Logged {
    Expr offset;
    std::vector<std::size_t> events;

    bool isWithin(std::size_t first, std::size_t last) const {
      const auto event = std::ranges::lower_bound(events, first);
      return event != events.end() && *event <= last;
    }
  };
  std::vector<Logged> all;
  std::unordered_map<Expr, std::size_t> position;

  void add(Expr offset, std::size_t event) {
    const auto [it, added] = position.try_emplace(offset, all.size());
    if (added) all.push_back({offset, {}});
    all[it->second].events.push_back(event);
  }
};

}  // namespace

std::vector<ErrorCondition> openErrors(Problem& problem, const Execution& execution) {
  Disjointness disjointness(problem);
  const auto& events = execution.events();
  auto isRead = [&](std::size_t event) { return events[event].access == AccessKind::Read; };
  std::map<std::pair<std::size_t, bool>, LoggedOffsets> logged;  // by array, and of reads
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].kind == Event::Kind::Log)
      logged[{events[i].array, isRead(i)}].add(events[i].offset[0], i);
  std::vector<ErrorCondition> open;
  Terms& terms = problem.subject().terms;
  for (const ErrorCondition& error : execution.errors()) {
    open.push_back(error);
    if (error.kind != FindingKind::Race) continue;
    const Expr index = events[error.event].offset[1];
    bool meet = false;
    Expr known = terms.yes();
    for (const bool ofReads : {false, true}) {
      if (ofReads && isRead(error.event)) continue;
      for (const auto& logs : logged[{error.array, ofReads}].all) {
        const Expr offset = logs.offset;
        if (!logs.isWithin(error.since, error.event) || disjointness.apart(offset, index)) continue;
        meet = true;
        if (offset && index)
          known = terms.land(
              known, mixedRadix(terms, execution.arithmetic(), offset, index, Exactness::Certain));
      }
    }
    if (meet)
      open.back().condition = terms.land(error.condition, known);
    else
      open.pop_back();
  }
  return open;
}

void require(std::span<ErrorCondition> errors, Expr condition, Problem& problem) {
  for (ErrorCondition& error : errors)
    error.condition = problem.subject().terms.land(error.condition, condition);
}

bool requireCountersFit(std::span<ErrorCondition> errors, Problem& problem,
                        const Execution& execution) {
  for (Expr fact : execution.countersFit()) require(errors, fact, problem);
  return !execution.countersFit().empty();
}

}  // namespace barricade
