// Parameters that have one value in every execution: preconditions or the command line make them
// equal to literals. With the literal in their place products and quotients are by constants.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/launch.h"

namespace barricade {

using FixedParameters = std::unordered_map<const Variable*, Expr>;

// `arguments` are the values of the parameters in order, as far as the user gave them. A value that
// contradicts a precondition leaves that precondition false.
FixedParameters fixedParameters(Terms& terms, const Procedure& procedure, const LaunchFacts& launch,
                                const std::vector<std::optional<BigInt>>& arguments);

}  // namespace barricade
