// The launch that `barricade run` and `barricade advise` are asked for.
#pragma once

#include <optional>
#include <string>

#include "barricade/settings.h"
#include "interpreter/interpreter.h"

namespace barricade {

// Sizes, --arg and --array; a size that is not given stays open, `*` too. Returns a message for the
// user when a text makes no sense.
std::optional<std::string> prepareLaunch(const Program& program, const Procedure& kernel,
                                         const Settings& settings, LaunchConfiguration& launch);

// --steps, of which 0 is no limit.
std::uint64_t stepLimit(const Settings& settings);

}  // namespace barricade
