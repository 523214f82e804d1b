// Whether threads write each element of a range, decided by integer sets: the range, for all values
// of what is given, without what the writers reach.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "postcondition/index_form.h"

namespace barricade {

struct IndexConstraint {
  LinearForm form;  // >= 0, or == 0
  bool isEquation = false;
};

struct Coverage {
  bool isWhole = false;
  std::map<Expr, BigInt> missing;  // if not: values of given terms for an element, if one was found
};

// `domain` is about given unknowns; a writer reaches what makes its form 0.
Coverage coverageOf(const IndexForms& forms, const std::vector<IndexConstraint>& domain,
                    const std::vector<LinearForm>& writers);

// That ids, counts and quotients are such that `writer` is 0, as a term: it holds for all solutions
// that `coverageOf` looks at.
Expr relationOf(ExprPool& pool, const IndexForms& forms, const LinearForm& writer);

}  // namespace barricade
