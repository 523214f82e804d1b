// Conditions as formulas that a person can read: clauses of atoms over the columns of a vocabulary,
// as text of C and as terms.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "precondition/vocabulary.h"
#include "solver/index/isl.h"

namespace barricade {

struct FloorQuotient;

// A sum of multiples of columns and of quotients, rounded down, by positive numbers.
struct QuasiForm {
  std::vector<std::pair<std::size_t, BigInt>> columns;
  std::vector<std::pair<FloorQuotient, BigInt>> quotients;
  BigInt constant = 0;
};

struct FloorQuotient {
  QuasiForm dividend;
  BigInt divisor;
};

// Of a form and 0; PowerOfTwo of a single column alone.
enum class Relation { AtLeast, Equal, NotEqual, PowerOfTwo };

struct Atom {
  QuasiForm form;
  Relation relation = Relation::AtLeast;
};

// AtLeast and Equal from isl; the other way round.
Atom atomOf(isl_aff* form, Relation relation);
isl::Affine affineOf(const QuasiForm& form, isl_local_space* space);
Atom negated(Atom atom);  // not of PowerOfTwo

// A conjunction of disjunctions, or a disjunction of conjunctions.
struct Formula {
  bool isConjunction = true;  // of disjunctions
  std::vector<std::vector<Atom>> parts;
};

// How much there is to read: columns and operations. A bound of one column counts as 1.
std::size_t complexity(const Atom& atom);
std::size_t complexity(const Formula& formula);
// Whether only sizes or parameters beyond 2^30 fulfil it.
bool needsHugeNumbers(const Atom& atom, const Vocabulary& vocabulary);
std::string toC(const Atom& atom, const Vocabulary& vocabulary);
std::string toC(const Formula& formula, const Vocabulary& vocabulary);
std::string toC(const std::vector<Atom>& part, bool isConjunction, const Vocabulary& vocabulary);
// Of its quotients: C, which rounds towards zero, reads the text as it is meant where none of these
// is negative. None of `f % d == 0`.
std::vector<QuasiForm> roundedDividends(const Atom& atom);
Expr toTerm(const Atom& atom, const Vocabulary& vocabulary, ExprPool& pool);
Expr toTerm(const Formula& formula, const Vocabulary& vocabulary, ExprPool& pool);

}  // namespace barricade
