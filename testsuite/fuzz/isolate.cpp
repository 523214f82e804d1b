#include "testsuite/fuzz/isolate.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

namespace barricade::fuzz {

Ending isolate(const std::function<void()>& work, double seconds,
               const std::function<unsigned long()>& heartbeat) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    // Solvers come and go by the thousand; memory handed back each time doubles the work.
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
#if !defined(__SANITIZE_ADDRESS__)  // it reserves terabytes
    rlimit memory{3ul << 30, 3ul << 30};
    setrlimit(RLIMIT_AS, &memory);
#endif
    rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    int code = 0;
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "exception: %s\n", error.what());
      code = 66;
    }
    std::fflush(nullptr);
    _exit(code);
  }
  using Clock = std::chrono::steady_clock;
  auto since = Clock::now();
  unsigned long beat = heartbeat ? heartbeat() : 0;
  auto pause = std::chrono::microseconds(200);
  for (;;) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      if (WIFSIGNALED(status)) return {Ending::How::Crashed, strsignal(WTERMSIG(status))};
      if (WEXITSTATUS(status) != 0)
        return {Ending::How::Crashed, WEXITSTATUS(status) == 66
                                          ? "uncaught exception"
                                          : "exit code " + std::to_string(WEXITSTATUS(status))};
      return {};
    }
    if (heartbeat && heartbeat() != beat) {
      beat = heartbeat();
      since = Clock::now();
    }
    if (std::chrono::duration<double>(Clock::now() - since).count() > seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return {Ending::How::TooLong, std::to_string(static_cast<int>(seconds)) + " s"};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(pause * 2, std::chrono::milliseconds(20));
  }
}

void* sharedMemory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  return memory;
}

}  // namespace barricade::fuzz
