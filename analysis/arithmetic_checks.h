// Arithmetic that leaves its type, or that C leaves undefined, as assertions: the verifier proves
// them like any other, and a run shows where one fails.
#pragma once

#include <string>
#include <string_view>

#include "analysis/checks.h"
#include "ir/program.h"

namespace barricade {

// Puts an assertion {:arithmetic "what is wrong"} before each statement of `procedure`, in which
// calls are inlined, that
//   divides: by zero, or the smallest number by -1;
//   shifts by the width or more;
//   adds, subtracts, multiplies or shifts on the way to an index of an array: the result is neither
//     that of signed nor that of unsigned numbers without limits.
// Where the depth is Shown, only divisions and shifts by what neither parameters nor data reach.
void addArithmeticChecks(Program& program, Procedure& procedure, CheckDepth depth);

// What such an assertion says is wrong where it fails.
inline constexpr std::string_view arithmeticAttribute = "arithmetic";
std::string overflowOf(const Statement& assertion);

}  // namespace barricade
