#include "solver/smt/product_lemmas.h"

#include <algorithm>

namespace barricade {
namespace {

// Equations that share more pairs than this are not combined.
constexpr std::size_t maximalPairs = 2000;

}  // namespace

bool ProductLemmas::add(std::vector<Skeleton::Literal> clause) {
  std::sort(clause.begin(), clause.end());
  if (!known_.insert(clause).second) return false;
  skeleton_.addLemma(std::move(clause));
  return true;
}

// For each unknown that is a factor somewhere in `form`.
void ProductLemmas::collect(const LinearForm& form, std::set<Multiple>& multiples) const {
  std::set<UnknownId> factors;
  for (const auto& term : form.terms)
    for (UnknownId factor : unknowns_[term.first].factors) factors.insert(factor);
  for (UnknownId factor : factors) {
    if (unknowns_[factor].range.low < 0) continue;
    Multiple multiple{factor, {}, {}};
    BigInt common = 0;
    for (const auto& [id, coefficient] : form.terms) {
      const auto& own = unknowns_[id].factors;
      if (own.size() != 2 || (own[0] != factor && own[1] != factor)) continue;
      const UnknownId other = own[0] == factor ? own[1] : own[0];
      multiple.others = sum(multiple.others, LinearForm::unknown(other), coefficient);
      multiple.products = sum(multiple.products, LinearForm::unknown(id), coefficient);
      common = gcd(common, coefficient);
    }
    if (common == 0) continue;
    // factor * (D + constant), where the factor stands alone as well
    const BigInt alone = form.coefficient(factor);
    for (LinearForm* part : {&multiple.others, &multiple.products}) {
      for (auto& term : part->terms) term.second /= common;
    }
    multiples.insert(multiple);
    if (alone != 0 && alone % common == 0) {
      multiple.others.constant = alone / common;
      multiple.products =
          sum(multiple.products, LinearForm::unknown(factor), multiple.others.constant);
      multiples.insert(multiple);
    }
  }
}

// Of single products, of constraints, and of equations without an unknown that they share.
std::set<ProductLemmas::Multiple> ProductLemmas::multiplesIn(const IntegerSystem& system) const {
  std::set<Multiple> multiples;
  std::vector<const LinearForm*> equations;
  std::set<UnknownId> products;
  for (const Constraint& constraint : system.constraints()) {
    bool any = false;
    for (const auto& term : constraint.form.terms)
      if (unknowns_[term.first].kind == Unknown::Kind::Product) {
        products.insert(term.first);
        any = true;
      }
    if (!any) continue;
    collect(constraint.form, multiples);
    if (constraint.isEquation) equations.push_back(&constraint.form);
  }
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < equations.size(); ++i)
    for (std::size_t j = 0; j < i && ++pairs < maximalPairs; ++j)
      for (const auto& [id, coefficient] : equations[i]->terms) {
        const BigInt other = equations[j]->coefficient(id);
        if (abs(other) != 1 || abs(coefficient) != 1) continue;
        collect(sum(*equations[i], *equations[j], BigInt(-coefficient * other)), multiples);
        break;
      }
  for (UnknownId a : products) {
    collect(LinearForm::unknown(a), multiples);
    for (UnknownId b : products)
      if (a < b && ++pairs < maximalPairs)
        collect(difference(LinearForm::unknown(a), LinearForm::unknown(b)), multiples);
  }
  return multiples;
}

bool ProductLemmas::refine(const Multiple& multiple, const IntegerSystem& system) {
  const LinearForm factor = LinearForm::unknown(multiple.factor);
  const BigInt n = system.value(factor);
  const BigInt others = system.value(multiple.others);
  const BigInt products = system.value(multiple.products);
  if (products == n * others) return false;
  auto say = [&](const BigInt& d) {
    const LinearForm more = sum(multiple.products, factor, BigInt(-d));
    const LinearForm rest = shifted(multiple.others, -d);
    const bool below = add({-skeleton_.literal(rest), skeleton_.literal(more)});
    const bool above =
        add({-skeleton_.literal(scaled(rest, -1)), skeleton_.literal(scaled(more, -1))});
    return below || above;
  };
  // First what is true of any rows.
  bool any = false;
  for (int d : {-1, 0, 1}) any = say(d) || any;
  return any || say(others);
}

bool ProductLemmas::refineSquares(const IntegerSystem& system) {
  std::vector<std::pair<UnknownId, UnknownId>> squares;  // and the number
  std::set<UnknownId> seen;
  for (const Constraint& constraint : system.constraints())
    for (const auto& term : constraint.form.terms) {
      const auto& own = unknowns_[term.first].factors;
      if (own.size() == 2 && own[0] == own[1] && unknowns_[own[0]].range.low >= 0 &&
          seen.insert(term.first).second)
        squares.emplace_back(term.first, own[0]);
    }
  bool any = false;
  for (const auto& [square, number] : squares)
    for (const auto& [lesser, root] : squares) {
      if (square == lesser) continue;
      // number > root: number^2 >= root^2 + 2 * root + 1
      const LinearForm gap =
          shifted(difference(LinearForm::unknown(number), LinearForm::unknown(root)), -1);
      LinearForm growth = difference(LinearForm::unknown(square), LinearForm::unknown(lesser));
      growth = shifted(sum(growth, LinearForm::unknown(root), -2), -1);
      if (system.value(gap) >= 0 && system.value(growth) < 0)
        any = add({-skeleton_.literal(gap), skeleton_.literal(growth)}) || any;
      if (number < root && system.value(number) == system.value(root) &&
          system.value(square) != system.value(lesser)) {
        const LinearForm equal =
            difference(LinearForm::unknown(square), LinearForm::unknown(lesser));
        const LinearForm back = shifted(scaled(gap, -1), -2);
        for (const LinearForm& side : {equal, scaled(equal, -1)})
          any = add({skeleton_.literal(gap), skeleton_.literal(back), skeleton_.literal(side)}) ||
                any;
      }
    }
  return any;
}

bool ProductLemmas::refine(const IntegerSystem& system) {
  bool any = refineSquares(system);
  for (const Multiple& multiple : multiplesIn(system)) any = refine(multiple, system) || any;
  return any;
}

}  // namespace barricade
