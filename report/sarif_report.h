// The findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning
// and editors: a rule for each kind of finding, the second access as a related location, and a code
// flow with a thread flow for each of the two GPU threads. Fingerprints depend on the text of the
// lines, not on their numbers, so that a finding is recognised after lines have moved.
#pragma once

#include "report/context.h"
#include "report/json_report.h"

namespace barricade {

Json sarifJson(const std::vector<KernelOutcome>& kernels, const ReportContext& context);

}  // namespace barricade
