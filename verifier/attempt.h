// One form of a mode at one level: what is encoded, and the errors that are neither settled nor
// reported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encoding/problem.h"
#include "verifier/portfolio.h"

namespace barricade {

struct Attempt {
  Problem* problem = nullptr;
  std::shared_ptr<Execution> execution;
  std::vector<ErrorCondition> errors;
  std::unique_ptr<Portfolio> portfolio;
  bool needsOverflow = false;        // none of the errors happens without
  bool mayNeedOverflow = false;      // the first that no run has shown does not
  bool mayBeBenign = false;          // the same is of two writes, perhaps of the same value
  bool isOfRun = false;              // all errors are of a race that a run has shown
  bool hasValuesOfRun = false;       // all errors are of a run's sizes and parameters
  bool isBrief = false;              // questions get little time
  bool isOfFirstIterations = false;  // nothing else is encoded
  // Questions go to our own bits, for so long for each array; unset: to all engines.
  std::optional<std::uint64_t> workOfArray = {};

  // That one of the errors happens.
  Expr anyError() const;
};

Expr anyOf(std::span<const ErrorCondition> errors, Terms& terms);
// Then to ask at all takes more than a moment.
bool isLarge(Expr condition);

// What questions about a form of a mode are called.
std::string questionName(Mode mode, ExecutionOptions::Form form);

}  // namespace barricade
