// Reads the sizes of a launch as users write them: `[16,16]`, `16,16`, `16`, `[64,*]`, `*`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "analysis/options.h"

namespace barricade {

// The sizes, or what is wrong with `text` as the end of a sentence ("has more than 3 dimensions").
std::variant<LaunchSizes, std::string> parseLaunchSizes(std::string_view text);

// As parseLaunchSizes reads it: "[16,*]"; empty when no dimension is given.
std::string toString(const LaunchSizes& sizes);

}  // namespace barricade
