// What a program holds, as `barricade check` reports it.
#pragma once

#include <string>
#include <vector>

#include "analysis/options.h"
#include "frontend/diagnostics.h"
#include "ir/program.h"
#include "report/json_report.h"

namespace barricade {

struct LoopPlace {
  SourcePosition position;
  unsigned depth = 1;  // 1 for an outermost loop of its procedure
};

struct BarrierPlace {
  SourcePosition position;
  bool grid = false;
};

struct KernelSummary {
  std::string name;  // in the source
  std::vector<std::string> parameters;
  std::array<std::string, 3> groupSize;  // decimal, or "any"
  std::array<std::string, 3> numGroups;
  std::string contradiction;           // axiom that the launch contradicts, or empty
  std::vector<const Array*> arrays;    // of the program; they belong to it
  std::vector<BarrierPlace> barriers;  // of the kernel and of what it calls, by position
  std::vector<LoopPlace> loops;        // as the barriers
};

// A kernel with irreducible control flow, its own or in what it calls, is an error.
KernelSummary summarize(Program& program, const Procedure& kernel, const VerifyOptions& options,
                        Diagnostics& diagnostics);

// Several lines, indented by two.
std::string toString(const KernelSummary& summary);
Json summaryJson(const KernelSummary& summary);

}  // namespace barricade
