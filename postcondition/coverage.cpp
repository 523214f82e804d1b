#include "postcondition/coverage.h"

#include <algorithm>
#include <set>

#include "solver/index/isl.h"

namespace barricade {
namespace {

using Kind = IndexUnknown::Kind;

constexpr unsigned long mostOperations = 2'000'000;

bool isGiven(const IndexUnknown& unknown) {
  return unknown.kind == Kind::Given || unknown.kind == Kind::Wrap;
}

// The unknowns of `form`, and those that they are defined by.
void collect(const IndexForms& forms, const LinearForm& form, std::set<UnknownId>& into) {
  for (const auto& term : form.terms) {
    if (!into.insert(term.first).second) continue;
    collect(forms, forms[term.first].limit, into);
    collect(forms, forms[term.first].dividend, into);
  }
}

// What is known of an unknown by itself.
std::vector<IndexConstraint> definitionOf(const IndexForms& forms, UnknownId id) {
  const IndexUnknown& unknown = forms[id];
  const LinearForm self = LinearForm::unknown(id);
  auto between = [](const LinearForm& form, const LinearForm& low, const LinearForm& high) {
    return std::vector<IndexConstraint>{{difference(form, low), false},
                                        {difference(high, form), false}};
  };
  const LinearForm zero = LinearForm::number(0);
  const LinearForm most = LinearForm::number(mostRounds - 1);
  switch (unknown.kind) {
    case Kind::Given:
      return between(self, LinearForm::number(unknown.range.low),
                     LinearForm::number(unknown.range.high));
    case Kind::Wrap:
      return between(sum(unknown.dividend, self, unknown.divisor),
                     LinearForm::number(unknown.range.low), LinearForm::number(unknown.range.high));
    case Kind::Id: return between(self, zero, shifted(unknown.limit, -1));
    case Kind::Count: return between(self, zero, most);
    case Kind::Quotient: {
      auto all = between(self, zero, most);
      const auto rest = between(sum(unknown.dividend, self, -unknown.divisor), zero,
                                LinearForm::number(unknown.divisor - 1));
      all.insert(all.end(), rest.begin(), rest.end());
      return all;
    }
  }
  return {};
}

class CoverageSets {
 public:
  CoverageSets(const IndexForms& forms, const std::vector<IndexConstraint>& domain,
               const std::vector<LinearForm>& writers)
      : forms_(forms), context_(isl::makeContext()) {
    std::set<UnknownId> all;
    for (const IndexConstraint& constraint : domain) collect(forms, constraint.form, all);
    for (const LinearForm& writer : writers) collect(forms, writer, all);
    for (const UnknownId id : all)
      if (isGiven(forms[id])) given_.push_back(id);
    isl_ctx_set_max_operations(context_.get(), mostOperations);
    std::vector<IndexConstraint> whole = domain;
    for (const UnknownId id : given_)
      for (const IndexConstraint& constraint : definitionOf(forms, id)) whole.push_back(constraint);
    left_ = isl::Set(isl_set_from_basic_set(setOf(whole, given_).release()));
  }

  void remove(const LinearForm& writer) {
    std::set<UnknownId> all;
    collect(forms_, writer, all);
    std::vector<UnknownId> columns = given_;
    std::vector<IndexConstraint> constraints{{writer, true}};
    for (const UnknownId id : all) {
      if (isGiven(forms_[id])) continue;
      columns.push_back(id);
      for (const IndexConstraint& constraint : definitionOf(forms_, id))
        constraints.push_back(constraint);
    }
    isl::BasicSet reached = setOf(constraints, columns);
    reached.reset(isl_basic_set_project_out(reached.release(), isl_dim_set,
                                            static_cast<unsigned>(given_.size()),
                                            static_cast<unsigned>(columns.size() - given_.size())));
    left_.reset(isl_set_subtract(left_.release(), isl_set_from_basic_set(reached.release())));
  }

  Coverage rest() {
    Coverage coverage;
    const isl_bool empty = left_ ? isl_set_is_empty(left_.get()) : isl_bool_error;
    coverage.isWhole = empty == isl_bool_true;
    if (empty != isl_bool_false) return coverage;
    const isl::Point point = smallPoint();
    if (!point || isl_point_is_void(point.get()) != isl_bool_false) return coverage;
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (const Expr term = forms_[given_[i]].term)
        coverage.missing[term] = isl::toNumber(
            isl::Value(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(i)))
                .get());
    return coverage;
  }

 private:
  // A run is to show it.
  isl::Point smallPoint() const {
    for (const int bound : {64, 300, 1000, 5000, 50'000}) {
      std::vector<IndexConstraint> small;
      for (const UnknownId id : given_)
        for (const int factor : {1, -1})
          small.push_back({shifted(scaled(LinearForm::unknown(id), factor), bound), false});
      isl::Point point(isl_set_sample_point(isl_set_intersect(
          isl_set_copy(left_.get()), isl_set_from_basic_set(setOf(small, given_).release()))));
      if (point && isl_point_is_void(point.get()) == isl_bool_false) return point;
    }
    return isl::Point(isl_set_sample_point(isl_set_copy(left_.get())));
  }

  isl::BasicSet setOf(const std::vector<IndexConstraint>& constraints,
                      const std::vector<UnknownId>& columns) const {
    isl::BasicSet set(isl_basic_set_universe(
        isl_space_set_alloc(context_.get(), 0, static_cast<unsigned>(columns.size()))));
    for (const IndexConstraint& constraint : constraints) {
      isl_local_space* space = isl_local_space_from_space(isl_basic_set_get_space(set.get()));
      isl_constraint* made = constraint.isEquation ? isl_constraint_alloc_equality(space)
                                                   : isl_constraint_alloc_inequality(space);
      for (const auto& [id, coefficient] : constraint.form.terms) {
        const auto column = std::ranges::find(columns, id) - columns.begin();
        made =
            isl_constraint_set_coefficient_val(made, isl_dim_set, static_cast<int>(column),
                                               isl::toValue(context_.get(), coefficient).release());
      }
      made = isl_constraint_set_constant_val(
          made, isl::toValue(context_.get(), constraint.form.constant).release());
      set.reset(isl_basic_set_add_constraint(set.release(), made));
    }
    return set;
  }

  const IndexForms& forms_;
  const isl::Context context_;
  std::vector<UnknownId> given_;  // the columns that count
  isl::Set left_;
};

}  // namespace

Coverage coverageOf(const IndexForms& forms, const std::vector<IndexConstraint>& domain,
                    const std::vector<LinearForm>& writers) {
  CoverageSets sets(forms, domain, writers);
  for (const LinearForm& writer : writers) sets.remove(writer);
  return sets.rest();
}

Expr relationOf(ExprPool& pool, const IndexForms& forms, const LinearForm& writer) {
  std::set<UnknownId> all;
  collect(forms, writer, all);
  std::vector<LinearForm> quotients;
  unsigned width = forms.widthFor(writer);
  for (const UnknownId id : all)
    if (forms[id].kind == Kind::Quotient) {
      const LinearForm self = LinearForm::unknown(id);
      quotients.push_back(sum(forms[id].dividend, self, -forms[id].divisor));
      width = std::max(width, forms.widthFor(quotients.back()));
    }
  Expr relation = pool.make(Op::Equal, forms.toTerm(writer, width), pool.bitVector(0, width));
  std::size_t next = 0;
  for (const UnknownId id : all)
    if (forms[id].kind == Kind::Quotient)
      relation = pool.make(Op::And, relation,
                           pool.make(Op::BvUlt, forms.toTerm(quotients[next++], width),
                                     pool.bitVector(forms[id].divisor, width)));
  return relation;
}

}  // namespace barricade
