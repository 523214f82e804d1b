#include "encoding/overflow.h"

#include "encoding/number_range.h"
#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned narrowest = 32;           // what is narrower wraps around often, or on purpose
constexpr unsigned smallestHash = 1u << 20;  // odd factors from here on are no sizes

Expr apply(Terms& terms, Op op, Expr a, Expr b) {
  return terms.rebuild(terms.pool().make(op, a, b), {a, b});
}

bool neverWraps(const Terms& terms, Op op, Expr left, Expr right, bool isSigned) {
  const auto range = exactRange(terms, op, left, right, isSigned);
  return range && range->within(rangeOfWidth(left->type()->width(), isSigned));
}

// Sums and differences: the result lies on the right side of the left operand.
Fits sumFits(Terms& terms, Op op, Expr left, Expr right) {
  const Expr result = apply(terms, op, left, right);
  const bool adds = op == Op::BvAdd;
  const Expr up = adds ? terms.lessEqual(left, result, true) : terms.lessEqual(result, left, true);
  const Expr down = adds ? terms.less(result, left, true) : terms.less(left, result, true);
  const Expr negative = terms.less(right, terms.number(0, right->type()), true);
  return {terms.ite(negative, down, up),
          adds ? terms.lessEqual(left, result, false) : terms.lessEqual(right, left, false)};
}

// The factors for which a product with the literal `by` fits.
Fits multipleFits(Terms& terms, Expr factor, const BigInt& by) {
  const unsigned width = factor->type()->width();
  const BigInt most = (BigInt(1) << width) - 1;
  const BigInt largest = most / 2;
  const BigInt smallest = -largest - 1;
  const BigInt signedBy = toSigned(by, width);
  if (by == 0) return {terms.yes(), terms.yes()};
  auto number = [&](const BigInt& value) {
    return terms.number(value < 0 ? value + most + 1 : value, factor->type());
  };
  // Quotients round towards zero, which is inwards; with -1 the smallest number is left out.
  const BigInt low = (signedBy > 0 ? smallest : largest) / signedBy;
  const BigInt high = signedBy == -1 ? largest : (signedBy > 0 ? largest : smallest) / signedBy;
  return {terms.land(terms.lessEqual(number(low), factor, true),
                     terms.lessEqual(factor, number(high), true)),
          terms.lessEqual(factor, number(most / by), false)};
}

Fits productFits(Terms& terms, Expr left, Expr right) {
  if (right->isLiteral()) return multipleFits(terms, left, right->value());
  if (left->isLiteral()) return multipleFits(terms, right, left->value());
  const unsigned width = left->type()->width();
  const Expr zero = terms.number(0, left->type());
  // What fits without a sign, of numbers that are not negative, fits with one if it is not either.
  if (neverWraps(terms, Op::BvMul, left, right, false) && rangeOf(terms, left, true).low >= 0 &&
      rangeOf(terms, right, true).low >= 0)
    return {terms.lessEqual(zero, terms.mul(left, right), true), terms.yes()};
  auto exact = [&](bool isSigned) {
    if (neverWraps(terms, Op::BvMul, left, right, isSigned)) return terms.yes();
    auto wide = [&](Expr e) {
      const Expr extended = terms.zeroExtend(e, 2 * width);
      if (!isSigned) return extended;
      const BigInt above = ((BigInt(1) << width) - 1) << width;
      return terms.ite(terms.less(e, zero, true),
                       apply(terms, Op::BvOr, extended, terms.number(above, extended->type())),
                       extended);
    };
    return terms.equal(terms.mul(wide(left), wide(right)), wide(terms.mul(left, right)));
  };
  return {exact(true), exact(false)};
}

Fits shiftFits(Terms& terms, Expr left, Expr right) {
  const Expr result = apply(terms, Op::BvShl, left, right);
  const Expr width = terms.number(left->type()->width(), right->type());
  const Expr defined = terms.less(right, width, false);
  auto keeps = [&](Op back) {
    return terms.land(defined, terms.equal(apply(terms, back, result, right), left));
  };
  return {keeps(Op::BvAShr), keeps(Op::BvLShr)};
}

}  // namespace

Fits fitsWidth(Terms& terms, Op op, Expr left, Expr right) {
  Fits fits{terms.yes(), terms.yes()};
  switch (op) {
    case Op::BvAdd:
    case Op::BvSub: fits = sumFits(terms, op, left, right); break;
    case Op::BvMul: fits = productFits(terms, left, right); break;
    case Op::BvShl: fits = shiftFits(terms, left, right); break;
    default: break;
  }
  if (neverWraps(terms, op, left, right, true)) fits.asSigned = terms.yes();
  if (neverWraps(terms, op, left, right, false)) fits.asUnsigned = terms.yes();
  return fits;
}

void KernelArithmetic::record(Expr result, Op op, Expr left, Expr right,
                              std::optional<Fits> counted) {
  const bool canOverflow = op == Op::BvAdd || op == Op::BvSub || op == Op::BvMul || op == Op::BvShl;
  if (!canOverflow || result->isLiteral() || result->type()->width() < narrowest) return;
  records_.try_emplace(result, Record{{op, left, right}, counted});
  known_.clear();
  hashes_.clear();
}

std::optional<KernelOperation> KernelArithmetic::operationOf(Expr result) const {
  auto it = records_.find(result);
  if (it == records_.end()) return std::nullopt;
  const KernelOperation& made = it->second.operation;
  const bool areOlder = made.left->id() < result->id() && made.right->id() < result->id();
  return areOlder ? std::optional(made) : std::nullopt;
}

KernelOperation KernelArithmetic::madeBy(Expr e) const {
  if (const auto recorded = operationOf(e)) return *recorded;
  return e->args().size() == 2 ? KernelOperation{e->op(), e->arg(0), e->arg(1)}
                               : KernelOperation{e->op(), nullptr, nullptr};
}

// As the kernel has it: the term may be a sum put together in another order.
std::vector<Expr> KernelArithmetic::operandsOf(Expr e) const {
  if (const auto made = operationOf(e)) return {made->left, made->right};
  return {e->args().begin(), e->args().end()};
}

// Whether it is a hash: a product with a large odd literal, or a sum or an exclusive or with one.
bool KernelArithmetic::isHash(Expr e) const {
  if (!e->type()->isBitVector() || e->type()->width() < narrowest) return false;
  const auto [op, left, right] = madeBy(e);
  if (op != Op::BvMul && op != Op::BvAdd && op != Op::BvSub && op != Op::BvXor) return false;
  const auto [known, added] = hashes_.try_emplace(e, false);
  if (!added) return known->second;
  auto isFactor = [](Expr factor) {
    return factor->isLiteral() && bit_test(factor->value(), 0) &&
           abs(toSigned(factor->value(), factor->type()->width())) >= smallestHash;
  };
  const bool is =
      op == Op::BvMul ? isFactor(left) || isFactor(right) : isHash(left) || isHash(right);
  return hashes_[e] = is;
}

// Of a parameter, or of the operation that makes `result`, if it is one.
Fits KernelArithmetic::ownFits(Terms& terms, Expr result) const {
  if (unsigned_.contains(result))
    return {terms.lessEqual(terms.number(0, result->type()), result, true), terms.yes()};
  auto it = records_.find(result);
  if (it == records_.end()) return {terms.yes(), terms.yes()};
  const auto& [operation, counted] = it->second;
  Fits fits = fitsWidth(terms, operation.op, operation.left, operation.right);
  if (counted)
    fits = {terms.land(fits.asSigned, counted->asSigned),
            terms.land(fits.asUnsigned, counted->asUnsigned)};
  return fits;
}

// Of a term whose arguments are known.
Fits KernelArithmetic::fitsFrom(Terms& terms, Expr e) const {
  if (isHash(e)) return {terms.yes(), terms.yes()};
  Fits fits = ownFits(terms, e);
  auto require = [&](Expr asSigned, Expr asUnsigned) {
    fits = {terms.land(fits.asSigned, asSigned), terms.land(fits.asUnsigned, asUnsigned)};
  };
  if (e->op() == Op::Ite) {
    const Fits &condition = known_.at(e->arg(0)), &yes = known_.at(e->arg(1)),
               &no = known_.at(e->arg(2));
    require(condition.asSigned, condition.asUnsigned);
    require(terms.ite(e->arg(0), yes.asSigned, no.asSigned),
            terms.ite(e->arg(0), yes.asUnsigned, no.asUnsigned));
  } else {
    for (Expr operand : operandsOf(e))
      require(known_.at(operand).asSigned, known_.at(operand).asUnsigned);
  }
  // What reads its arguments in one way says which; a number ends where a truth value or an
  // element of an array begins.
  const bool readsSigned = e->op() == Op::BvSlt || e->op() == Op::BvSle || e->op() == Op::BvSgt ||
                           e->op() == Op::BvSge || e->op() == Op::SignExtend;
  if (readsSigned) return {fits.asSigned, fits.asSigned};
  if (e->type()->isBool() || e->op() == Op::Apply) {
    const Expr either = terms.lor(fits.asSigned, fits.asUnsigned);
    return {either, either};
  }
  return fits;
}

Fits KernelArithmetic::readingsOf(Terms& terms, Expr value) const {
  std::vector<Expr> work{value};
  while (!work.empty()) {
    const Expr e = work.back();
    const std::size_t waiting = work.size();
    if (!known_.contains(e))
      for (Expr operand : operandsOf(e))
        if (!known_.contains(operand)) work.push_back(operand);
    if (work.size() > waiting) continue;
    work.pop_back();
    if (!known_.contains(e)) known_.emplace(e, fitsFrom(terms, e));
  }
  return known_.at(value);
}

Expr KernelArithmetic::fits(Terms& terms, Expr value) const {
  const Fits fits = readingsOf(terms, value);
  return terms.lor(fits.asSigned, fits.asUnsigned);
}

Expr KernelArithmetic::fitTogether(Terms& terms, Expr a, Expr b) const {
  const Fits first = readingsOf(terms, a), second = readingsOf(terms, b);
  return terms.lor(terms.land(first.asSigned, second.asSigned),
                   terms.land(first.asUnsigned, second.asUnsigned));
}

KernelArithmetic::Overflowing KernelArithmetic::overflowing(
    Terms& terms, Expr value, const std::function<bool(Expr)>& holds) const {
  if (holds(fits(terms, value))) return Overflowing::Nothing;
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{value};
  while (!work.empty()) {
    const Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second || isHash(e)) continue;
    const Fits own = ownFits(terms, e);
    if (!holds(own.asSigned) && !holds(own.asUnsigned) && records_.at(e).counted)
      return Overflowing::Counter;
    if (e->op() == Op::Ite) {
      work.push_back(e->arg(0));
      work.push_back(e->arg(holds(e->arg(0)) ? 1 : 2));
    } else {
      const std::vector<Expr> operands = operandsOf(e);
      work.insert(work.end(), operands.begin(), operands.end());
    }
  }
  return Overflowing::Other;
}

}  // namespace barricade
