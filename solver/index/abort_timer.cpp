#include "solver/index/abort_timer.h"

#include <unistd.h>

#include <cmath>

namespace barricade {
namespace {

constexpr int timeIsOver = SIGPROF;

extern "C" void abortIsl(int /*signal*/, siginfo_t* info, void* /*context*/) {
  isl_ctx_abort(static_cast<isl_ctx*>(info->si_value.sival_ptr));
}

bool handleSignal() {
  struct sigaction action {};
  action.sa_sigaction = abortIsl;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(timeIsOver, &action, nullptr) == 0;
}

}  // namespace

AbortTimer::AbortTimer(isl_ctx* context, double seconds) : context_(context) {
  static const bool isHandled = handleSignal();
  if (!isHandled || seconds <= 0) return;
  // To this thread alone, so that none is pending once the timer is deleted.
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = timeIsOver;
  event.sigev_value.sival_ptr = context;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) return;
  runs_ = true;
  itimerspec limit{};
  limit.it_value.tv_sec = static_cast<time_t>(seconds);
  limit.it_value.tv_nsec = static_cast<long>((seconds - std::floor(seconds)) * 1e9) + 1;
  timer_settime(timer_, 0, &limit, nullptr);
}

AbortTimer::~AbortTimer() {
  if (!runs_) return;
  timer_delete(timer_);
  if (isl_ctx_aborted(context_)) {
    isl_ctx_resume(context_);
    isl_ctx_reset_error(context_);
  }
}

}  // namespace barricade
