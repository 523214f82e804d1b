// Postconditions of a launch: what a kernel ensures of an array when all its threads have ended,
//
//   ensures (forall i: bv32 :: lo <= i && i < hi ==> P(i));
//
// An `ensures` without a quantifier holds when one thread has ended.
#pragma once

#include <string>
#include <variant>

#include "ir/program.h"

namespace barricade {

struct LaunchPostcondition {
  const Specification* specification = nullptr;
  const Variable* index = nullptr;  // the bound variable
  // The range of the index: from `low`, or the number after it, up to `high` or the number before.
  Expr low = nullptr;
  Expr high = nullptr;
  bool lowIncluded = true;
  bool highIncluded = false;
  bool isSigned = true;
  Expr range = nullptr;      // all that the index satisfies
  Expr condition = nullptr;  // what holds of it then
};

// Whether it speaks of the launch, not of a thread.
bool isLaunchPostcondition(const Specification& specification);

// Its parts, or why it has not got the form above.
std::variant<LaunchPostcondition, std::string> readLaunchPostcondition(
    ExprPool& pool, const Specification& specification);

}  // namespace barricade
