// What a verdict leaves out as the user has said so, or as the kernel does not read it.
#pragma once

#include <string>
#include <vector>

#include "encoding/problem.h"

namespace barricade {

std::vector<std::string> restrictionsOf(const Subject& subject, const VerifyOptions& options);

}  // namespace barricade
