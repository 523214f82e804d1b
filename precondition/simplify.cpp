// Terms of a disjunctive form are made greater, constraint by constraint, as long as they stay
// within the set (prime implicants), and those that the others cover are left out. Constraints of
// several columns give way to bounds of one where the terms still cover the set then: `y >= 2` is
// read more easily than `x + 64 * y >= 73`. The complement is taken in both ways: as clauses that
// deny the terms of the set, and as the terms of isl's complement.
#include "precondition/simplify.h"

#include <isl/ilp.h>

#include <algorithm>

#include "precondition/operation_limit.h"

namespace barricade {
namespace {

// Of isl, for one formula.
constexpr unsigned long maximalFormulaOperations = 1000000;

using Term = std::vector<Atom>;  // a conjunction; AtLeast or Equal

isl::BasicSet basicSetOf(const Term& term, const isl::BasicSet& context) {
  isl_local_space* space = isl_local_space_from_space(isl_basic_set_get_space(context.get()));
  isl::BasicSet result(isl_basic_set_copy(context.get()));
  for (const Atom& atom : term) {
    isl::Affine form = affineOf(atom.form, space);
    isl_constraint* constraint = atom.relation == Relation::Equal
                                     ? isl_equality_from_aff(form.release())
                                     : isl_inequality_from_aff(form.release());
    result.reset(
        isl_basic_set_intersect(result.release(), isl_basic_set_from_constraint(constraint)));
  }
  isl_local_space_free(space);
  return result;
}

isl::Set unionOf(const std::vector<Term>& terms, const isl::BasicSet& context) {
  isl::Set result(isl_set_empty(isl_basic_set_get_space(context.get())));
  for (const Term& term : terms)
    result.reset(isl_set_union(result.release(),
                               isl_set_from_basic_set(basicSetOf(term, context).release())));
  return result;
}

// As far as sizes and parameters are usual.
isl::Set powersOfTwo(const QuasiForm& form, const isl::BasicSet& context) {
  constexpr unsigned greatest = 30;
  std::vector<Term> terms;
  for (unsigned i = 0; i <= greatest; ++i) {
    terms.push_back({{form, Relation::Equal}});
    terms.back().front().form.constant = -(BigInt(1) << i);
  }
  return unionOf(terms, context);
}

bool isWithin(const Term& term, const isl::Set& set, const isl::BasicSet& context) {
  const isl::Set own(isl_set_from_basic_set(basicSetOf(term, context).release()));
  return isl_set_is_subset(own.get(), set.get()) == isl_bool_true;
}

Term termOf(isl_basic_set* set) {
  Term term;
  const isl::ConstraintList list(isl_basic_set_get_constraint_list(set));
  for (int i = 0; i < isl_constraint_list_n_constraint(list.get()); ++i) {
    const isl::Constraint constraint(isl_constraint_list_get_constraint(list.get(), i));
    if (isl_constraint_is_div_constraint(constraint.get()) == isl_bool_true) continue;
    const isl::Affine form(isl_constraint_get_aff(constraint.get()));
    const bool equation = isl_constraint_is_equality(constraint.get()) == isl_bool_true;
    term.push_back(atomOf(form.get(), equation ? Relation::Equal : Relation::AtLeast));
  }
  return term;
}

std::vector<Term> termsOf(isl::Set set, const isl::BasicSet& context) {
  set.reset(isl_set_coalesce(set.release()));
  set.reset(isl_set_gist_basic_set(set.release(), isl_basic_set_copy(context.get())));
  set.reset(isl_set_compute_divs(set.release()));
  const isl::BasicSetList list(isl_set_get_basic_set_list(set.get()));
  std::vector<Term> terms;
  for (int i = 0; i < isl_basic_set_list_n_basic_set(list.get()); ++i) {
    const isl::BasicSet part(isl_basic_set_list_get_basic_set(list.get(), i));
    terms.push_back(termOf(part.get()));
  }
  return terms;
}

// Without atoms that are not needed; an equation may do as an inequality.
Term enlarged(Term term, const isl::Set& set, const isl::BasicSet& context) {
  for (std::size_t i = 0; i < term.size();) {
    Term without = term;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (isWithin(without, set, context)) {
      term = std::move(without);
      continue;
    }
    if (term[i].relation == Relation::Equal)
      for (const bool up : {true, false}) {
        Term relaxed = term;
        relaxed[i].relation = Relation::AtLeast;
        if (!up) {
          relaxed[i] = negated(relaxed[i]);
          relaxed[i].form.constant += 1;
        }
        if (!isWithin(relaxed, set, context)) continue;
        term = std::move(relaxed);
        break;
      }
    ++i;
  }
  return term;
}

// Bounds of single columns that may do instead of `atom`: those in `terms`, and that a column is
// not at its least, as `blockDim.y >= 2`.
std::vector<Atom> simplerAtoms(const Atom& atom, const std::vector<Term>& terms,
                               const isl::Set& within) {
  std::vector<Atom> result;
  for (const auto& term : atom.form.columns) {
    Atom above;
    above.form.columns.emplace_back(term.first, 1);
    isl_local_space* space = isl_local_space_from_space(isl_set_get_space(within.get()));
    const isl::Value least(isl_set_min_val(within.get(), affineOf(above.form, space).get()));
    isl_local_space_free(space);
    if (!least || isl_val_is_int(least.get()) != isl_bool_true) continue;
    above.form.constant = -isl::toNumber(least.get()) - 1;
    result.push_back(std::move(above));
  }
  for (const Term& term : terms)
    for (const Atom& other : term)
      if (complexity(other) == 1 && other.relation == Relation::AtLeast) result.push_back(other);
  return result;
}

bool isCovered(const Term& term, const std::vector<Term>& terms, const isl::BasicSet& context) {
  return isWithin(term, unionOf(terms, context), context);
}

// Replaces one constraint of many columns by a bound of one, if that is possible.
bool simplifyAtom(std::vector<Term>& terms, const isl::Set& set, const isl::BasicSet& context) {
  const isl::Set all(isl_set_from_basic_set(isl_basic_set_copy(context.get())));
  for (std::size_t t = 0; t < terms.size(); ++t)
    for (std::size_t a = 0; a < terms[t].size(); ++a) {
      if (complexity(terms[t][a]) == 1) continue;
      for (const Atom& simpler : simplerAtoms(terms[t][a], terms, all)) {
        std::vector<Term> changed = terms;
        changed[t][a] = simpler;
        if (!isWithin(changed[t], set, context) || !isCovered(terms[t], changed, context)) continue;
        changed[t] = enlarged(std::move(changed[t]), set, context);
        terms = std::move(changed);
        return true;
      }
    }
  return false;
}

// The disjunctive form of `set` with terms that are as large as can be, and none too many.
std::vector<Term> simplified(const isl::Set& set, const isl::BasicSet& context) {
  std::vector<Term> terms = termsOf(isl::Set(isl_set_copy(set.get())), context);
  for (Term& term : terms) term = enlarged(std::move(term), set, context);
  while (simplifyAtom(terms, set, context)) {
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& a, const Term& b) { return a.size() < b.size(); });
  for (std::size_t i = terms.size(); i-- > 0;) {
    std::vector<Term> others = terms;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (isCovered(terms[i], others, context)) terms = std::move(others);
  }
  return terms;
}

}  // namespace

std::optional<Formula> complementOf(const isl::Set& bad, const isl::BasicSet& context) {
  const OperationLimit limit(isl_basic_set_get_ctx(context.get()), maximalFormulaOperations);
  const isl::Set within(isl_set_intersect(
      isl_set_copy(bad.get()), isl_set_from_basic_set(isl_basic_set_copy(context.get()))));
  Formula clauses{true, {}};
  for (const Term& term : simplified(within, context)) {
    clauses.parts.emplace_back();
    for (const Atom& atom : term) clauses.parts.back().push_back(negated(atom));
  }
  const isl::Set good(isl_set_subtract(isl_set_from_basic_set(isl_basic_set_copy(context.get())),
                                       isl_set_copy(within.get())));
  Formula alternatives{false, simplified(good, context)};
  if (limit.isExceeded()) return std::nullopt;
  return complexity(alternatives) < complexity(clauses) ? alternatives : clauses;
}

std::optional<Formula> withoutHugeNumbers(const Formula& formula, const isl::BasicSet& context,
                                          const Vocabulary& vocabulary) {
  auto isHuge = [&](const Atom& atom) { return needsHugeNumbers(atom, vocabulary); };
  Formula rest = formula;
  std::size_t dropped = 0;
  if (formula.isConjunction)
    for (auto& clause : rest.parts) dropped += std::erase_if(clause, isHuge);
  else
    dropped = std::erase_if(rest.parts,
                            [&](const auto& term) { return std::ranges::any_of(term, isHuge); });
  if (dropped == 0) return formula;
  const isl::Set left = setOf(rest, context);
  if (isl_set_is_empty(left.get()) != isl_bool_false) return std::nullopt;
  return complementOf(
      isl::Set(isl_set_subtract(isl_set_from_basic_set(isl_basic_set_copy(context.get())),
                                isl_set_copy(left.get()))),
      context);
}

isl::Set setOf(const Formula& formula, const isl::BasicSet& context) {
  const isl::Set all(isl_set_from_basic_set(isl_basic_set_copy(context.get())));
  auto setOfAtom = [&](Atom atom) {
    if (atom.relation == Relation::PowerOfTwo) return powersOfTwo(atom.form, context);
    const bool denied = atom.relation == Relation::NotEqual;
    if (denied) atom = negated(std::move(atom));
    isl::Set set(isl_set_from_basic_set(basicSetOf({std::move(atom)}, context).release()));
    if (denied) set.reset(isl_set_subtract(isl_set_copy(all.get()), set.release()));
    return set;
  };
  auto combined = [&](const auto& elements, bool isConjunction, const auto& setOfElement) {
    isl::Set result(isConjunction ? isl_set_copy(all.get())
                                  : isl_set_empty(isl_set_get_space(all.get())));
    for (const auto& element : elements) {
      isl_set* own = setOfElement(element).release();
      result.reset(isConjunction ? isl_set_intersect(result.release(), own)
                                 : isl_set_union(result.release(), own));
    }
    return result;
  };
  return combined(formula.parts, formula.isConjunction, [&](const std::vector<Atom>& part) {
    return combined(part, !formula.isConjunction, setOfAtom);
  });
}

bool roundsAsC(const Formula& formula, const isl::BasicSet& context) {
  auto isRounded = [](const Atom& atom) { return !roundedDividends(atom).empty(); };
  Formula clauses{true, formula.parts};  // of the formula or of its negation
  if (!formula.isConjunction)
    for (auto& part : clauses.parts) std::ranges::transform(part, part.begin(), negated);
  Formula exact = clauses;
  std::erase_if(exact.parts,
                [&](const auto& part) { return std::ranges::any_of(part, isRounded); });
  for (const auto& part : clauses.parts)
    for (const Atom& atom : part)
      for (const QuasiForm& dividend : roundedDividends(atom)) {
        // The atom decides where the other clauses hold and nothing else in its own does.
        Formula negative = exact;
        negative.parts.push_back({negated({dividend, Relation::AtLeast})});
        for (const Atom& other : part)
          if (!isRounded(other)) negative.parts.push_back({negated(other)});
        if (isl_set_is_empty(setOf(negative, context).get()) != isl_bool_true) return false;
      }
  return true;
}

}  // namespace barricade
