// A limit of the time that isl's work on a context takes while it exists. isl counts its
// operations, but one on numbers of thousands of digits may take any time: a signal tells it to
// stop before the next. Beyond, isl returns nothing, as where too many operations were counted.
#pragma once

#include <csignal>
#include <ctime>

#include "solver/index/isl.h"

namespace barricade {

class AbortTimer {
 public:
  // Of this thread's processor time; 0: no limit.
  AbortTimer(isl_ctx* context, double seconds);
  ~AbortTimer();
  AbortTimer(const AbortTimer&) = delete;
  AbortTimer& operator=(const AbortTimer&) = delete;

 private:
  isl_ctx* context_;
  timer_t timer_{};
  bool runs_ = false;
};

}  // namespace barricade
