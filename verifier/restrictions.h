// What a verdict leaves out as the user has said so, or as the kernel does not read it.
#pragma once

#include <string>
#include <vector>

#include "encoding/problem.h"
#include "finding/result.h"

namespace barricade {

bool isAsked(FindingKind kind, const Checks& checks);
// Errors that are reported where a run shows them, and are no part of the verdict otherwise.
bool isShownOnly(FindingKind kind, const Checks& checks);

std::vector<std::string> restrictionsOf(const Subject& subject, const VerifyOptions& options);

}  // namespace barricade
