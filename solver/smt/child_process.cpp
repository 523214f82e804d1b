#include "solver/smt/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>

namespace barricade {
namespace {

// Lets this process end by a signal after so much time of its own.
void limitCpuTime(double seconds) {
  if (seconds <= 0) return;
  signal(SIGVTALRM, SIG_DFL);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(std::fmod(seconds, 1.0) * 1e6) + 1;
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

// In the child: the answer goes to `output`, as one byte.
[[noreturn]] void tell(int output, double cpuSeconds, const std::function<Answer()>& ask) {
  signal(SIGABRT, SIG_DFL);
  limitCpuTime(cpuSeconds);
  // What the solver prints when it gives up is not for the user.
  const int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, STDERR_FILENO);
  try {
    const char answer = static_cast<char>(ask());
    const bool told = write(output, &answer, 1) == 1;
    _exit(told ? 0 : 1);
  } catch (...) {
    // For lack of memory, say; above here is the parent's code, which is not to handle it.
    _exit(1);
  }
}

// In the parent: the answer that comes within `seconds`, if they are limited, or before the end.
Answer listen(int input, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd wait{input, POLLIN, 0};
    const int ready =
        poll(&wait, 1, seconds > 0 ? std::max<int>(0, static_cast<int>(left.count())) : -1);
    if (ready < 0 && errno == EINTR) continue;
    char answer = 0;
    const bool told = ready > 0 && read(input, &answer, 1) == 1;
    return told ? static_cast<Answer>(answer) : Answer::Unknown;
  }
}

}  // namespace

Answer answerWithin(double seconds, double cpuSeconds, const std::function<Answer()>& ask) {
  int ends[2];
  if (pipe(ends) != 0) return Answer::Unknown;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    tell(ends[1], cpuSeconds, ask);
  }
  close(ends[1]);
  Answer answer = Answer::Unknown;
  if (child > 0) {
    answer = listen(ends[0], seconds);
    kill(child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  return answer;
}

}  // namespace barricade
