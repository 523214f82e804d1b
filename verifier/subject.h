// One kernel, with what is known of it whatever the mode: all executions of it share this.
#pragma once

#include <map>
#include <vector>

#include "verifier/kernel.h"
#include "verifier/launch.h"
#include "verifier/loop_summary.h"
#include "verifier/terms.h"

namespace barricade {

struct Subject {
  Subject(Program& program, Procedure& procedure, const VerifyOptions& options,
          bool writtenValuesMatter);

  Program& program;
  const VerifyOptions& options;
  Terms terms;
  LaunchFacts launch;
  Kernel kernel;
  bool writtenValuesMatter;  // else every conflict counts, benign or not
  std::map<const Variable*, const Function*> readOnlyFunctions;  // global and constant arrays
  Placeholders placeholders;
  std::vector<LoopSummary> summaries;
};

}  // namespace barricade
