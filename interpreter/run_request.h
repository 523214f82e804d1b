// What a user asks of `barricade run`, from the strings of the command line to a launch:
//
//   --arg n=100 --arg alpha=0.5 --array v=random:7 --array w=words.txt
//
// Names are those of the source or of the IR. Each function returns a message for the user when
// the text makes no sense, nothing when it does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpreter/interpreter.h"

namespace barricade {

// `name=value`: a parameter of the kernel or a constant. Values: decimal, hexadecimal (0x..),
// negative, true, false; with a point or an exponent the bits of a float or double.
std::optional<std::string> applyArgument(const Program& program, const Procedure& kernel,
                                         std::string_view text, LaunchConfiguration& launch);

// `name=contents`: zeros, iota, random:SEED, random:SEED:BELOW, a list `[1,2,0x3]`, or a file of
// values separated by blanks, commas or line ends (`#` starts a comment).
std::optional<std::string> applyArray(const Program& program, std::string_view text,
                                      LaunchConfiguration& launch);

// A value of the type (bit vector, bool or int), as for `--arg`.
std::optional<BigInt> parseValue(std::string_view text, Type type);

}  // namespace barricade
