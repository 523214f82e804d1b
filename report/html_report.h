// The findings as one self-contained page (no scripts, nothing loaded): for each finding the two
// threads side by side, each with its source, calls and iterations, then the values; and what the
// repair did.
#pragma once

#include <string>
#include <vector>

#include "report/context.h"
#include "report/json_report.h"

namespace barricade {

std::string htmlReport(const std::vector<KernelOutcome>& kernels, const ReportContext& context);

}  // namespace barricade
