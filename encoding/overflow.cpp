#include "encoding/overflow.h"

#include "ir/semantics.h"

namespace barricade {
namespace {

constexpr unsigned narrowest = 8;  // what is narrower is no number

Expr apply(Terms& terms, Op op, Expr a, Expr b) {
  return terms.rebuild(terms.pool().make(op, a, b), {a, b});
}

// Sums and differences: the result lies on the right side of the left operand.
Expr sumFits(Terms& terms, Op op, Expr left, Expr right) {
  const Expr result = apply(terms, op, left, right);
  const bool adds = op == Op::BvAdd;
  const Expr unsignedFits =
      adds ? terms.lessEqual(left, result, false) : terms.lessEqual(right, left, false);
  const Expr up = adds ? terms.lessEqual(left, result, true) : terms.lessEqual(result, left, true);
  const Expr down = adds ? terms.less(result, left, true) : terms.less(left, result, true);
  const Expr negative = terms.less(right, terms.number(0, right->type()), true);
  return terms.lor(unsignedFits, terms.ite(negative, down, up));
}

// The factors for which a product with the literal `by` fits.
Expr multipleFits(Terms& terms, Expr factor, const BigInt& by) {
  const unsigned width = factor->type()->width();
  const BigInt most = (BigInt(1) << width) - 1;
  const BigInt largest = most / 2;
  const BigInt smallest = -largest - 1;
  const BigInt signedBy = toSigned(by, width);
  if (by == 0) return terms.yes();
  auto number = [&](const BigInt& value) {
    return terms.number(value < 0 ? value + most + 1 : value, factor->type());
  };
  const Expr unsignedFits = terms.lessEqual(factor, number(most / by), false);
  // Quotients round towards zero, which is inwards; with -1 the smallest number is left out.
  const BigInt low = (signedBy > 0 ? smallest : largest) / signedBy;
  const BigInt high = signedBy == -1 ? largest : (signedBy > 0 ? largest : smallest) / signedBy;
  return terms.lor(unsignedFits, terms.land(terms.lessEqual(number(low), factor, true),
                                            terms.lessEqual(factor, number(high), true)));
}

Expr productFits(Terms& terms, Expr left, Expr right) {
  if (right->isLiteral()) return multipleFits(terms, left, right->value());
  if (left->isLiteral()) return multipleFits(terms, right, left->value());
  const unsigned width = left->type()->width();
  const Expr zero = terms.number(0, left->type());
  auto exact = [&](bool isSigned) {
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
  return terms.lor(exact(false), exact(true));
}

Expr shiftFits(Terms& terms, Expr left, Expr right) {
  const Expr result = apply(terms, Op::BvShl, left, right);
  const Expr width = terms.number(left->type()->width(), right->type());
  return terms.land(terms.less(right, width, false),
                    terms.lor(terms.equal(apply(terms, Op::BvLShr, result, right), left),
                              terms.equal(apply(terms, Op::BvAShr, result, right), left)));
}

}  // namespace

Expr fitsWidth(Terms& terms, Op op, Expr left, Expr right) {
  switch (op) {
    case Op::BvAdd:
    case Op::BvSub: return sumFits(terms, op, left, right);
    case Op::BvMul: return productFits(terms, left, right);
    case Op::BvShl: return shiftFits(terms, left, right);
    default: return terms.yes();
  }
}

void KernelArithmetic::record(Expr result, Op op, Expr left, Expr right, Expr counted) {
  const bool canOverflow = op == Op::BvAdd || op == Op::BvSub || op == Op::BvMul || op == Op::BvShl;
  if (!canOverflow || result->isLiteral() || result->type()->width() < narrowest) return;
  records_.try_emplace(result, Record{op, left, right, counted});
}

// Of the operation that makes `result`, if it is one.
Expr KernelArithmetic::ownFits(Terms& terms, Expr result) const {
  auto it = records_.find(result);
  if (it == records_.end()) return terms.yes();
  const auto& [op, left, right, counted] = it->second;
  const Expr fits = fitsWidth(terms, op, left, right);
  return counted ? terms.land(fits, counted) : fits;
}

Expr KernelArithmetic::fits(Terms& terms, Expr value) const {
  std::unordered_map<Expr, Expr> known;
  std::vector<Expr> work{value};
  while (!work.empty()) {
    const Expr e = work.back();
    if (known.contains(e)) {
      work.pop_back();
      continue;
    }
    const std::size_t waiting = work.size();
    for (Expr arg : e->args())
      if (!known.contains(arg)) work.push_back(arg);
    if (work.size() > waiting) continue;
    work.pop_back();
    Expr all = ownFits(terms, e);
    if (e->op() == Op::Ite) {
      const Expr chosen = terms.ite(e->arg(0), known.at(e->arg(1)), known.at(e->arg(2)));
      all = terms.land(all, known.at(e->arg(0)), chosen);
    } else {
      for (Expr arg : e->args()) all = terms.land(all, known.at(arg));
    }
    known.emplace(e, all);
  }
  return known.at(value);
}

KernelArithmetic::Overflowing KernelArithmetic::overflowing(
    Terms& terms, Expr value, const std::function<bool(Expr)>& holds) const {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{value};
  while (!work.empty()) {
    const Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (!holds(ownFits(terms, e)))
      return records_.at(e).counted ? Overflowing::Counter : Overflowing::Other;
    if (e->op() == Op::Ite) {
      work.push_back(e->arg(0));
      work.push_back(e->arg(holds(e->arg(0)) ? 1 : 2));
    } else {
      work.insert(work.end(), e->args().begin(), e->args().end());
    }
  }
  return Overflowing::Nothing;
}

}  // namespace barricade
