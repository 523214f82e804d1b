// Values of a kernel's scalar parameters as the command line has them: `foo,1,0x1f,*`, as GPUVerify
// with brackets around it or without.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/expr.h"

namespace barricade {

struct KernelArguments {
  std::string kernel;                         // empty: the name was left out
  std::vector<std::optional<BigInt>> values;  // nothing: any value
};

// The arguments, or what is wrong with the text, to be preceded by a subject ("it ...").
std::variant<KernelArguments, std::string> parseKernelArguments(std::string_view text);

}  // namespace barricade
