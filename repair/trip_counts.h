// Measured trip counts: how often source lines run, as weights of the barriers there. A file has
// one `line count` or `file:line count` per line; `#` starts a comment.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/source.h"

namespace barricade {

// Throws std::runtime_error with "file:line: message" when the file cannot be read.
std::function<std::optional<double>(const SourcePosition&)> readTripCounts(const std::string& path);

}  // namespace barricade
