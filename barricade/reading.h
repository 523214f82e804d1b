// From the files that the settings name to programs, and from the front end's diagnostics to the
// outcome of a rejected input.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "barricade/outcome.h"
#include "barricade/settings.h"
#include "frontend/diagnostics.h"
#include "ir/program.h"
#include "report/json_report.h"

namespace barricade {

// Null when there is any error.
std::unique_ptr<Program> readInput(const Settings& settings, const std::string& input,
                                   Diagnostics& diagnostics);

// The kernels to work on: the one that --kernel names, else all, in the order of the text. Empty,
// with an error, when there is none.
std::vector<Procedure*> chooseKernels(const Program& program, const Settings& settings,
                                      Diagnostics& diagnostics);

// The first input and the kernels in it to work on; none when there is any error.
struct KernelInput {
  std::unique_ptr<Program> program;
  std::vector<Procedure*> kernels;
};
KernelInput readKernels(const Settings& settings, Diagnostics& diagnostics);

void addRejection(Diagnostics& diagnostics, const Rejection& rejection);

// As fields of the JSON document; warnings are left out.
std::vector<ReportedError> errorsOf(const Diagnostics& diagnostics);

// The diagnostics on standard error, a JSON document when asked for, and the exit code Rejected.
Outcome rejectedOutcome(const Settings& settings, const Diagnostics& diagnostics);

}  // namespace barricade
