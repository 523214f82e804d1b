#include "solver/smt/side_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "solver/smt/clock.h"

namespace barricade {
namespace {

// What goes through the pipe before a result: a child that is killed writes nothing.
constexpr char resultFollows = 'r';

bool writeAll(int output, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t some = write(output, text.data() + written, text.size() - written);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return false;
    written += static_cast<std::size_t>(some);
  }
  return true;
}

[[noreturn]] void runChild(int output, const std::function<std::optional<std::string>()>& work) {
  if (const int null = open("/dev/null", O_WRONLY); null >= 0) {
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  try {
    const std::optional<std::string> result = work();
    const bool told = result && writeAll(output, resultFollows + *result);
    _exit(told ? 0 : 1);
  } catch (...) {
    // For lack of memory, say; above here is the parent's code, which is not to handle it.
    _exit(1);
  }
}

std::string readAll(int input) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t some = read(input, buffer, sizeof buffer);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(some));
  }
}

}  // namespace

SideProcess::SideProcess(const std::function<std::optional<std::string>()>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const pid_t parent = getpid();
  const double before = processorSeconds();
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    leaveOutOfProcessorSeconds(processorSeconds() - before);
    runChild(ends[1], work);
  }
  close(ends[1]);
  input_ = ends[0];
}

SideProcess::~SideProcess() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    await(false);
  }
  if (input_ >= 0) close(input_);
}

std::optional<std::string> SideProcess::result() {
  if (child_ <= 0) return std::nullopt;
  std::string text = readAll(input_);
  const bool isTold = !text.empty() && text.front() == resultFollows;
  await(isTold);
  if (!isTold) return std::nullopt;
  text.erase(0, 1);
  return text;
}

void SideProcess::await(bool counts) {
  const double before = processorSeconds();
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  if (!counts) leaveOutOfProcessorSeconds(processorSeconds() - before);
}

}  // namespace barricade
