// Measured trip counts: how often source lines run, as weights of the barriers there. A file has
// one `line count` or `file:line count` per line; `#` starts a comment.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "finding/result.h"
#include "ir/source.h"

namespace barricade {

struct BadTripCounts : std::runtime_error {
  explicit BadTripCounts(const Rejection& why) : std::runtime_error(why.message), rejection(why) {}
  Rejection rejection;  // its place is in the file of trip counts
};

// Throws BadTripCounts when the file cannot be read.
std::function<std::optional<double>(const SourcePosition&)> readTripCounts(const std::string& path);

}  // namespace barricade
