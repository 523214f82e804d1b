// Limits on time and memory that hold even inside a solver call, which cannot be
// interrupted: the work is done in a child process, which reports each result as soon as it is
// established. When the child has to be stopped, or crashes, the last snapshot becomes the outcome,
// with the reason.
#pragma once

#include <functional>
#include <string_view>

#include "barricade/outcome.h"

namespace barricade {

struct ProcessLimits {
  double seconds = 0;      // 0: none
  double memoryMb = 0;     // of address space; 0: none
  std::string stage = {};  // what is out of time, as the message names it; may be empty
};

using Publish = std::function<void(const Outcome&)>;

// Runs `work` in a child process and returns its outcome. `initial` and what `work` publishes are
// outcomes for the case that it is stopped at that point, with `stopReason` where the reason
// belongs. A crash has the exit code Internal; running out of time or memory and an interrupt
// (SIGINT, SIGTERM, SIGHUP) keep that of the snapshot. `show` has each part of a snapshot's text
// that stands, once; it is no part of the outcome any more.
Outcome supervise(const ProcessLimits& limits, const Outcome& initial,
                  const std::function<Outcome(const Publish&)>& work,
                  const std::function<void(std::string_view)>& show = {});

}  // namespace barricade
