// What makes a finding the same one in another run, for baselines and code scanning.
#pragma once

#include <string>

#include "finding/result.h"
#include "report/source_files.h"

namespace barricade {

// Depends on the kind, the kinds of access, the kernel, the array and the text of the lines:
// neither on line numbers nor on the folder, and not on which access, threads and values the solver
// has named first.
std::string fingerprint(const Finding& finding, const std::string& kernel,
                        const SourceFiles& sources);

}  // namespace barricade
