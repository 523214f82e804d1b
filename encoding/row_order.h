// What is assumed of the contents of arrays that say where rows begin (VerifyOptions::ordered): 0
// <= a[i] <= a[j] for all 0 <= i <= j, as numbers with a sign; and of those that say where single
// elements are (VerifyOptions::distinct): a[i] != a[j] for all i != j. Stated of the elements that
// both threads read, two at a time; more is not needed to keep rows and elements apart.
#pragma once

#include <vector>

#include "encoding/event.h"

namespace barricade {

class RowOrder {
 public:
  enum class Relation { Ordered, Distinct };
  void add(const Variable* array, Relation relation, Expr index, Expr value);
  // States it beside the conditions of the errors.
  void assumeIn(Terms& terms, std::vector<ErrorCondition>& errors) const;

 private:
  struct Element {
    const Variable* array;
    Relation relation;
    Expr index, value;
    bool operator==(const Element&) const = default;
  };
  Expr related(Terms& terms, const Element& first, const Element& second) const;

  std::vector<Element> elements_;
};

}  // namespace barricade
