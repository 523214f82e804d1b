// What is left to tell of a mode in which nothing goes wrong, and its way from the process that has
// found it out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "finding/result.h"
#include "verifier/overflow_condition.h"

namespace barricade {

struct CleanMode {
  Fitting under;                   // known: only where nothing overflows
  std::vector<std::string> notes;  // each of one line
  Statistics statistics;           // what has been asked, and counted
};

std::string toText(const CleanMode& mode);
CleanMode cleanModeFrom(const std::string& text);  // as `toText` writes it

// Adds what has been asked and counted elsewhere.
void add(Statistics& statistics, const Statistics& others);

}  // namespace barricade
