// Advice that a proof gives: barriers that could go or be weaker, and atomic operations that could
// have a narrower scope. The kernel is verified with each change by itself; what is verified then
// is advice.
#pragma once

#include <vector>

#include "advice/advice.h"
#include "barricade/settings.h"

namespace barricade {

struct BarrierAdvice {
  std::vector<Advice> advice;      // in the order of the source
  std::vector<std::string> notes;  // what was not looked at, and why
};

// `program` has been read, and nothing has changed it.
BarrierAdvice adviseOnBarriers(const Program& program, const Procedure& kernel,
                               const Settings& settings);

}  // namespace barricade
