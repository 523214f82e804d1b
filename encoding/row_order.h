// What is assumed of the contents of arrays that say where rows begin (VerifyOptions::ordered): 0
// <= a[i] <= a[j] for all 0 <= i <= j, as numbers with a sign. Stated of the elements that both
// threads read, two at a time; more is not needed to keep rows apart.
#pragma once

#include <vector>

#include "encoding/event.h"

namespace barricade {

class RowOrder {
 public:
  void add(const Variable* array, Expr index, Expr value);
  // States it beside the conditions of the errors.
  void assumeIn(Terms& terms, std::vector<ErrorCondition>& errors) const;

 private:
  struct Element {
    const Variable* array;
    Expr index, value;
    bool operator==(const Element&) const = default;
  };
  Expr inOrder(Terms& terms, const Element& first, const Element& second) const;

  std::vector<Element> elements_;
};

}  // namespace barricade
