// Reading files, and the checks that come before lexing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/diagnostics.h"

namespace barricade {

// A run of letters and digits longer than this is no token of any program.
inline constexpr std::size_t maximalTokenLength = 1'000'000;

// The contents of a file, "-" for standard input; reports why it cannot be read.
std::optional<std::string> readFile(const std::string& path, Diagnostics& diagnostics);

// Whether the text can be IR at all: neither empty nor binary, no endless token, no text so long
// that places in it cannot be counted. Reports what it finds.
bool checkText(const std::string& file, std::string_view text, Diagnostics& diagnostics);

}  // namespace barricade
