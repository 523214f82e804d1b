// What `--check` names: `races,divergence,bounds`, `all`, `default`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "analysis/checks.h"

namespace barricade {

// What `barricade verify` and `repair` check where nothing is said.
Checks defaultChecks();

// Leaves out what is looked at by default only.
void leaveOutShown(CheckDepth& depth);

// The checks, each in full, or what is wrong with the text, to be preceded by a subject ("it ...").
std::variant<Checks, std::string> parseChecks(std::string_view text);

}  // namespace barricade
