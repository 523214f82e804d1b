#include "barricade/supervisor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/atomic_file.h"
#include "report/wording.h"

#if defined(BARRICADE_COVERAGE)
extern "C" void __gcov_dump();  // of libgcov
#endif

namespace barricade {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool addressSpaceIsOurs = false;  // the sanitizer reserves terabytes
#else
constexpr bool addressSpaceIsOurs = true;
#endif

constexpr int outOfMemoryStatus = 99;

// What the child says, each in a frame of its type, the length of the payload and the payload.
enum class FrameType : char { Snapshot = 'S', Final = 'F', Exception = 'E' };

void send(int descriptor, FrameType type, std::string_view payload) {
  std::string frame(1, char(type));
  std::uint64_t size = payload.size();
  frame.append(reinterpret_cast<const char*>(&size), sizeof size);
  frame += payload;
  // A parent that is gone takes the child with it (PR_SET_PDEATHSIG).
  writeAll(descriptor, frame);
}

//--- The child ------------------------------------------------------------------------------

void applyMemoryLimit(double megabytes) {
  std::set_new_handler([] { _exit(outOfMemoryStatus); });
  if (megabytes <= 0 || !addressSpaceIsOurs) return;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = std::min(limit.rlim_max, rlim_t(megabytes * 1024 * 1024));
  setrlimit(RLIMIT_AS, &limit);
}

// Passes over expressions and the solver recurse as deep as the terms are; the kernel lets the main
// thread's stack grow up to the limit that holds at the time.
void raiseStackLimit() {
  constexpr rlim_t wanted = 112 << 20;  // the gap that Linux leaves below the stack is 128 MB
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(limit.rlim_max, wanted);
  setrlimit(RLIMIT_STACK, &limit);
}

[[noreturn]] void runChild(int descriptor, const ProcessLimits& limits,
                           const std::function<Outcome(const Publish&)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  raiseStackLimit();
  applyMemoryLimit(limits.memoryMb);
  try {
    Outcome outcome = work([descriptor](const Outcome& snapshot) {
      send(descriptor, FrameType::Snapshot, serialize(snapshot));
    });
    send(descriptor, FrameType::Final, serialize(outcome));
  } catch (const std::bad_alloc&) {
    _exit(outOfMemoryStatus);
  } catch (const std::exception& error) {
    send(descriptor, FrameType::Exception, error.what());
  } catch (...) {
    // The SAT solvers' way to say that an allocation failed; no exception of ours is like that.
    if (limits.memoryMb > 0) _exit(outOfMemoryStatus);
    send(descriptor, FrameType::Exception, "an exception of unknown type");
  }
#if defined(BARRICADE_COVERAGE)
  __gcov_dump();
#endif
  // Nothing is left to do that destructors would do; freeing millions of terms takes time.
  _exit(0);
}

//--- The parent -----------------------------------------------------------------------------

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }
  void reset() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

// Collects the child's frames; an incomplete one at the end is dropped.
class Reader {
 public:
  Reader(Outcome initial, std::function<void(std::string_view)> show)
      : snapshot_(std::move(initial)), show_(std::move(show)) {}

  // Reads what is there; false at the end of the stream.
  bool read(int descriptor) {
    char buffer[65536];
    ssize_t size = ::read(descriptor, buffer, sizeof buffer);
    if (size < 0) return errno == EINTR || errno == EAGAIN;
    if (size == 0) return false;
    pending_.append(buffer, std::size_t(size));
    while (takeFrame()) {
    }
    return true;
  }

  // Without what was shown.
  Outcome snapshot() const { return rest(snapshot_); }
  std::optional<Outcome> result() const {
    if (!result_) return std::nullopt;
    return rest(*result_);
  }
  const std::optional<std::string>& exception() const { return exception_; }

 private:
  Outcome rest(Outcome outcome) const {
    outcome.text.erase(0, shown_);
    return outcome;
  }

  bool takeFrame() {
    std::uint64_t size = 0;
    constexpr std::size_t header = 1 + sizeof size;
    if (pending_.size() < header) return false;
    std::memcpy(&size, pending_.data() + 1, sizeof size);
    if (pending_.size() - header < size) return false;
    std::string_view payload(pending_.data() + header, size);
    switch (FrameType(pending_[0])) {
      case FrameType::Snapshot:
        snapshot_ = deserializeOutcome(payload);
        showStanding();
        break;
      case FrameType::Final: result_ = deserializeOutcome(payload); break;
      case FrameType::Exception: exception_ = std::string(payload); break;
    }
    pending_.erase(0, header + size);
    return true;
  }

  void showStanding() {
    if (!show_ || snapshot_.standing <= shown_) return;
    show_(std::string_view(snapshot_.text).substr(shown_, snapshot_.standing - shown_));
    shown_ = snapshot_.standing;
  }

  std::string pending_;
  Outcome snapshot_;
  std::function<void(std::string_view)> show_;
  std::size_t shown_ = 0;  // bytes of the texts, which all start with them
  std::optional<Outcome> result_;
  std::optional<std::string> exception_;
};

enum class Stop { Ended, ProcessDeadline, Interrupt };

class ProcessDeadline {
 public:
  explicit ProcessDeadline(double seconds) : seconds_(seconds) {}
  // For poll(): milliseconds left, -1 without a limit.
  int remaining() const {
    if (seconds_ <= 0) return -1;
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    double left = std::ceil((seconds_ - passed.count()) * 1000);
    return int(std::clamp(left, 0.0, 1e9));
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Stop listen(Reader& reader, int child, int signals, const ProcessDeadline& deadline) {
  for (;;) {
    pollfd descriptors[2] = {{child, POLLIN, 0}, {signals, POLLIN, 0}};
    int ready = poll(descriptors, 2, deadline.remaining());
    if (ready < 0 && errno != EINTR) {
      throw std::runtime_error(std::string("poll: ") + std::strerror(errno));
    }
    if (ready == 0) return Stop::ProcessDeadline;
    if (ready < 0) continue;
    // A terminal's interrupt goes to both processes; it is no crash of the child.
    if (descriptors[1].revents != 0) return Stop::Interrupt;
    if (descriptors[0].revents != 0 && !reader.read(child)) return Stop::Ended;
  }
}

Outcome stopped(const Reader& reader, const std::string& reason) {
  return withStopReason(reader.snapshot(), reason);
}

Outcome crashed(const Reader& reader, const std::string& reason) {
  Outcome outcome = stopped(reader, reason);
  outcome.code = ExitCode::Internal;
  outcome.messages += "internal error: " + reason + "\n";
  return outcome;
}

// The outcome of a child that ended without one.
Outcome withoutResult(const Reader& reader, int status, const rusage& usage,
                      const ProcessLimits& limits) {
  std::string limit =
      limits.memoryMb > 0 ? " (limit " + formatNumber(limits.memoryMb) + " MB)" : "";
  if (reader.exception()) return crashed(reader, *reader.exception());
  if (WIFEXITED(status) && WEXITSTATUS(status) == outOfMemoryStatus) {
    return stopped(reader, "out of memory" + limit);
  }
  if (!WIFSIGNALED(status)) {
    return crashed(reader, "ended with status " + std::to_string(WEXITSTATUS(status)));
  }
  int signal = WTERMSIG(status);
  // Libraries in C call abort() or use a null pointer when malloc fails. The limit is one of
  // address space, of which the libraries take some that is never touched.
  constexpr double untouchedMb = 64;
  double usedMb = double(usage.ru_maxrss) / 1024;
  bool nearLimit = limits.memoryMb > 0 &&
                   (usedMb > limits.memoryMb / 2 || usedMb > limits.memoryMb - untouchedMb);
  if (nearLimit && signal != SIGKILL) return stopped(reader, "out of memory" + limit);
  if (signal == SIGKILL) {
    return stopped(reader, "killed from outside, perhaps for lack of memory");
  }
  return crashed(reader, "crashed: " + std::string(strsignal(signal)));
}

}  // namespace

Outcome supervise(const ProcessLimits& limits, const Outcome& initial,
                  const std::function<Outcome(const Publish&)>& work,
                  const std::function<void(std::string_view)>& show) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  }
  Descriptor readEnd(ends[0]);
  Descriptor writeEnd(ends[1]);

  sigset_t watched;
  sigset_t before;
  sigemptyset(&watched);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, signal);
  sigprocmask(SIG_BLOCK, &watched, &before);
  Descriptor signals(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));

  ProcessDeadline deadline(limits.seconds);
  pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    runChild(writeEnd.get(), limits, work);
  }
  writeEnd.reset();

  Reader reader(initial, show);
  Stop stop = listen(reader, readEnd.get(), signals.get(), deadline);
  if (stop != Stop::Ended) kill(child, SIGKILL);
  // What was written before the end is still in the pipe.
  while (reader.read(readEnd.get())) {
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  // A signal that is still pending would end this process when it is unblocked.
  signalfd_siginfo received;
  while (read(signals.get(), &received, sizeof received) > 0) {
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);

  if (auto result = reader.result()) return *std::move(result);
  switch (stop) {
    case Stop::Ended: break;
    case Stop::ProcessDeadline:
      return stopped(reader, (limits.stage.empty() ? "" : limits.stage + ": ") +
                                 "out of time after " + formatNumber(limits.seconds) + " s");
    case Stop::Interrupt: return stopped(reader, "interrupted");
  }
  return withoutResult(reader, status, usage, limits);
}

}  // namespace barricade
