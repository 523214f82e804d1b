// From results to the outcome of `verify` and `repair`: all reports that the settings ask for, and
// the exit code.
#pragma once

#include <vector>

#include "barricade/finding_stream.h"
#include "barricade/outcome.h"
#include "barricade/settings.h"
#include "frontend/diagnostics.h"
#include "report/context.h"
#include "report/json_report.h"

namespace barricade {

// The exit code of one kernel; of several it is the first of Rejected, Findings, Undecided that
// occurs.
ExitCode exitCodeOf(const KernelOutcome& outcome);

// `diagnostics` are the front end's warnings. The repaired program and the certificate are those
// of the last kernel that has one. What `stream` has shown stands at the start of the text. `patch`
// is what the repairs became in the source; null where no front end makes patches.
Outcome render(const Settings& settings, const std::vector<KernelOutcome>& kernels,
               const Diagnostics& diagnostics, const FindingStream& stream,
               const Patch* patch = nullptr);

// Adds the document where the settings ask for it: to a file, and as the last line.
void addDocument(Outcome& outcome, const ReportSettings& report, const Json& document);

// Whether a report other than text or lines goes to standard output.
bool documentOnStandardOutput(const ReportSettings& report);

// The text of a kernel that follows its findings; nothing of one that was rejected.
std::string closingText(const KernelOutcome& kernel, const ReportContext& context);

// Whether text for standard output is coloured: --color, NO_COLOR, and whether it is a terminal.
bool usesColor(const Settings& settings);

}  // namespace barricade
