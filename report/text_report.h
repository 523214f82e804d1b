// The result for a person at a terminal, in the form of compiler diagnostics, so that editors can
// jump to the lines.
#pragma once

#include <string>

#include "repair/result.h"
#include "report/context.h"
#include "verifier/result.h"

namespace barricade {

// Findings, notes and a closing line with the verdict.
std::string textReport(const VerificationResult& result, const ReportContext& context);

// The findings of the kernel as written, then what the repair did, edit by edit.
std::string textReport(const RepairResult& result, const ReportContext& context);

// Queries by name and counters, one a line.
std::string statisticsText(const Statistics& statistics);

}  // namespace barricade
