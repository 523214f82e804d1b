// What the parts of one verification share: what is asked, of which problems, how long it may take,
// and what has been found.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/channels.h"
#include "finding/result.h"
#include "solver/smt/side_process.h"
#include "verifier/overflow_condition.h"
#include "verifier/portfolio.h"
#include "verifier/problems.h"
#include "verifier/signal_facts.h"

namespace barricade {

struct VerificationState {
  Program& program;
  Procedure& kernel;
  VerifyOptions options;
  VerificationResult& result;
  SignalKnowledge signals;

  const bool hasSignals =  // fences and atomic operations may order accesses
      barricade::hasSignals(kernel) && options.checks.races;
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  Deadline deadline{options.timeout, options.processorTimeout};
  Budget budget = {};
  Problems problems{program, kernel, options, hasSignals};
  std::vector<Mode> modesOfRaces = {};
  OverflowCondition overflow{options};
  std::unique_ptr<SideProcess> aside = {};  // looks at the last mode, until there is a finding

  // Seconds from the start until now, if that is not known yet.
  void noteTime(std::optional<double>& time) const {
    if (!time)
      time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

}  // namespace barricade
