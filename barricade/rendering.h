// From results to the outcome of `verify` and `repair`: all reports that the settings ask for, and
// the exit code.
#pragma once

#include <vector>

#include "barricade/outcome.h"
#include "barricade/settings.h"
#include "frontend/diagnostics.h"
#include "report/json_report.h"

namespace barricade {

// The exit code of one kernel; of several it is the first of Rejected, Findings, Undecided that
// occurs.
ExitCode exitCodeOf(const KernelOutcome& outcome);

// `diagnostics` are the front end's warnings. The repaired program and the certificate are those
// of the last kernel that has one.
Outcome render(const Settings& settings, const std::vector<KernelOutcome>& kernels,
               const Diagnostics& diagnostics);

// Whether text for standard output is coloured: --color, NO_COLOR, and whether it is a terminal.
bool usesColor(const Settings& settings);

}  // namespace barricade
