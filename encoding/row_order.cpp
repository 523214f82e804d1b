#include "encoding/row_order.h"

#include <algorithm>

namespace barricade {

void RowOrder::add(const Variable* array, Relation relation, Expr index, Expr value) {
  constexpr std::size_t most = 24;  // every two of them are compared
  const Element element{array, relation, index, value};
  if (elements_.size() < most &&
      std::find(elements_.begin(), elements_.end(), element) == elements_.end())
    elements_.push_back(element);
}

Expr RowOrder::related(Terms& terms, const Element& first, const Element& second) const {
  if (first.relation == Relation::Distinct)
    return terms.implies(terms.equal(first.value, second.value),
                         terms.equal(first.index, second.index));
  const Expr zero = terms.number(0, first.index->type());
  return terms.implies(
      terms.land(terms.lessEqual(zero, first.index, true),
                 terms.lessEqual(first.index, second.index, true)),
      terms.land(terms.lessEqual(terms.number(0, first.value->type()), first.value, true),
                 terms.lessEqual(first.value, second.value, true)));
}

void RowOrder::assumeIn(Terms& terms, std::vector<ErrorCondition>& errors) const {
  if (elements_.empty()) return;
  Expr all = terms.yes();
  for (const Element& first : elements_)
    for (const Element& second : elements_)
      if (first.array == second.array && first.relation == second.relation)
        all = terms.land(all, related(terms, first, second));
  for (ErrorCondition& error : errors) {
    error.condition = terms.land(error.condition, all);
    for (Conflict& conflict : error.conflicts)
      conflict.condition = terms.land(conflict.condition, all);
  }
}

}  // namespace barricade
