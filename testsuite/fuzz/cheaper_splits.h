// Brute force over repairs that split one branch: where a repair does so, no split of one branch
// with barriers that cost less may verify.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "repair/repair.h"
#include "testsuite/fuzz/checks.h"

namespace barricade::fuzz {

struct SplitSearch {
  std::function<std::unique_ptr<Program>()> parse;  // the kernel, anew
  const VerifyOptions& verifyOptions;
  const RepairOptions& options;
  const CheckOptions& limits;
};

// Whether the repair does anything that barriers where they may stand cannot do.
bool goesBeyondBarriers(const RepairResult& result);

// What verifies and is cheaper, in words; nothing where the repair is not of this kind.
std::optional<std::string> cheaperSplit(const SplitSearch& search, const RepairResult& result,
                                        Random& random, Statistics& statistics);

}  // namespace barricade::fuzz
