// Parameters that have one value in every execution: preconditions or the command line make them
// equal to literals. With the literal in their place products and quotients are by constants.
// Others are limited at least, so that something is known of their products.
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

// The largest values of others, as numbers without signs, where preconditions limit them.
using ParameterLimits = std::unordered_map<const Variable*, BigInt>;
ParameterLimits parameterLimits(Terms& terms, const Procedure& procedure, const LaunchFacts& launch,
                                const FixedParameters& fixed);

}  // namespace barricade
