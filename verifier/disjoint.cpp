#include "verifier/disjoint.h"

#include <algorithm>

#include "ir/semantics.h"

namespace barricade {

//--- Linear forms ---------------------------------------------------------------------------

void Disjointness::addTo(Form& sum, const Form& part, const BigInt& factor) const {
  for (const auto& [leaf, coefficient] : part.coefficients)
    sum.coefficients[leaf] += coefficient * factor;
  sum.constant += part.constant * factor;
}

Disjointness::Form Disjointness::linear(Expr e) const {
  Form form;
  switch (e->op()) {
    case Op::BvLiteral: form.constant = e->value(); return form;
    case Op::BvAdd:
      addTo(form, linear(e->arg(0)), 1);
      addTo(form, linear(e->arg(1)), 1);
      return form;
    case Op::BvSub:
      addTo(form, linear(e->arg(0)), 1);
      addTo(form, linear(e->arg(1)), -1);
      return form;
    case Op::BvMul:
      if (e->arg(1)->isLiteral()) {
        addTo(form, linear(e->arg(0)), e->arg(1)->value());
        return form;
      }
      break;
    case Op::BvShl:
      if (e->arg(1)->isLiteral() && e->arg(1)->value() < e->type()->width()) {
        addTo(form, linear(e->arg(0)), BigInt(1) << static_cast<unsigned>(e->arg(1)->value()));
        return form;
      }
      break;
    default: break;
  }
  form.coefficients[e] = 1;
  return form;
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
  auto [it, added] = known_.try_emplace({first, second}, false);
  if (!added) return it->second;
  Form difference = linear(first);
  addTo(difference, linear(second), -1);
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
  for (const ErrorCondition& error : execution.errors()) {
    if (error.kind == FindingKind::Race) {
      const Event& checked = events[error.event];
      const auto& offsets = logged[error.array];
      if (std::all_of(offsets.begin(), offsets.end(),
                      [&](Expr offset) { return disjointness.apart(offset, checked.offset[1]); }))
        continue;
    }
    open.push_back(error);
  }
  return open;
}

}  // namespace barricade
