// The backward slice of a kernel (Weiser, "Program slicing", 1984): what any verdict depends on.
//
// It starts from all conditions, assertions, arguments of calls and indices of arrays that can
// race, and is closed under data dependence: what defines a variable of the slice belongs to it,
// and so does what is stored in an array of it. There is no control dependence to follow, as every
// condition is a start. What is outside is never evaluated: most values that a kernel computes are
// only stored, and whether a race is benign is asked late, if at all.
#pragma once

#include <unordered_set>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

// What is of interest besides conditions, assertions and indices of arrays that can race.
struct Interest {
  bool writtenValues = false;   // stored in arrays that can race: to tell benign writes
  bool privateIndices = false;  // for array bounds
  bool signals = false;         // what atomic operations write
};

struct Slice {
  // Variables and arrays that conditions, assertions or indices depend on.
  std::unordered_set<const Variable*> control;
  // Of these, those of which it matters what numbers they hold. Of others it only matters which of
  // them are equal: they are compared with each other, or given to functions of which nothing is
  // known, as those of floating-point arithmetic.
  std::unordered_set<const Variable*> numbers;
  // These, and what only written values depend on, where they are of interest.
  std::unordered_set<const Variable*> all;
};

Slice findSlice(const Procedure& procedure, const ControlFlow& flow, Interest interest);

}  // namespace barricade
