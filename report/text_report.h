// The result for a person at a terminal, in the form of compiler diagnostics, so that editors can
// jump to the lines.
#pragma once

#include <string>

#include "finding/result.h"
#include "repair/result.h"
#include "report/context.h"

namespace barricade {

// One finding with its notes; all of a result.
std::string findingText(const Finding& finding, const ReportContext& context);
std::string findingsText(const VerificationResult& result, const ReportContext& context);

// What is no finding: a message at a place, and a line below the excerpt.
std::string adviceText(const SourceChain& place, const std::string& message,
                       const std::string& detail, const ReportContext& context);

// What follows the findings: notes and a line with the verdict; of a repair what it did, edit by
// edit.
std::string closingText(const VerificationResult& result, const ReportContext& context);
std::string closingText(const RepairResult& result, const ReportContext& context);

// Queries by name and counters, one a line.
std::string statisticsText(const Statistics& statistics);

}  // namespace barricade
