#include "solver/smt/clock.h"

#include <sys/resource.h>

#include <chrono>
#include <ctime>

namespace barricade {
namespace {

double leftOut = 0;

}  // namespace

double clockSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processorSeconds() {
  auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) / 1e9 +
         of(children.ru_utime) + of(children.ru_stime) - leftOut;
}

void leaveOutOfProcessorSeconds(double seconds) {
  leftOut += seconds;
}

}  // namespace barricade
