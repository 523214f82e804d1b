// Who wrote an element of an array last in a run: the place and the thread of a finding about what
// the array holds in the end.
#pragma once

#include <optional>

#include "interpreter/interpreter.h"

namespace barricade {

struct ArrayElement {
  const Array* array = nullptr;
  BigInt offset;
};

// The kernel is run once more; nothing where nobody wrote the element.
std::optional<FindingPlace> lastWriter(const Program& program, const Procedure& kernel,
                                       const LaunchConfiguration& launch, RunOptions options,
                                       const ArrayElement& element);

}  // namespace barricade
