#include "barricade/supervisor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include <unistd.h>

namespace barricade {
namespace {

using namespace std::chrono_literals;

Outcome snapshot(const std::string& text, ExitCode code = ExitCode::Undecided) {
  return {code, text + ": " + std::string(stopReason), "", {{"out.json", std::string(stopReason)}}};
}

void sleepForever() {
  for (;;) std::this_thread::sleep_for(1s);
}

TEST(Supervisor, PassesOnTheOutcome) {
  Outcome outcome = supervise({}, snapshot("start"), [](const Publish& publish) {
    publish(snapshot("half"));
    return Outcome{ExitCode::Findings, "text", "messages", {{"a", std::string("\0\xff", 2)}}};
  });
  EXPECT_EQ(outcome.code, ExitCode::Findings);
  EXPECT_EQ(outcome.text, "text");
  EXPECT_EQ(outcome.messages, "messages");
  ASSERT_EQ(outcome.files.size(), 1u);
  EXPECT_EQ(outcome.files[0].contents, std::string("\0\xff", 2));
}

TEST(Supervisor, TimeLimitKeepsTheLastSnapshot) {
  auto start = std::chrono::steady_clock::now();
  Outcome outcome =
      supervise(ProcessLimits{.seconds = 0.3}, snapshot("start"), [](const Publish& publish) {
        publish(snapshot("one"));
        publish(snapshot("two"));
        sleepForever();
        return Outcome{};
      });
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  EXPECT_EQ(outcome.code, ExitCode::Undecided);
  EXPECT_EQ(outcome.text, "two: out of time after 0.3 s");
  EXPECT_EQ(outcome.files[0].contents, "out of time after 0.3 s");
}

TEST(Supervisor, WhatStandsIsShownOnceAndAtOnce) {
  auto standing = [](Outcome outcome, std::size_t size) {
    outcome.standing = size;
    return outcome;
  };
  std::vector<std::string> shown;
  auto start = std::chrono::steady_clock::now();
  auto show = [&](std::string_view text) {
    shown.emplace_back(text);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  };
  Outcome outcome = supervise(
      ProcessLimits{.seconds = 6}, snapshot("start"),
      [&](const Publish& publish) {
        publish(standing(snapshot("one"), 3));
        publish(standing(snapshot("one"), 3));
        publish(standing(snapshot("one, two"), 8));
        sleepForever();
        return Outcome{};
      },
      show);
  EXPECT_EQ(shown, (std::vector<std::string>{"one", ", two"}));
  EXPECT_EQ(outcome.text, ": out of time after 6 s");
}

TEST(Supervisor, TimeLimitWithoutAnySnapshot) {
  Outcome outcome = supervise(ProcessLimits{.seconds = 0.1}, snapshot("start"), [](const Publish&) {
    sleepForever();
    return Outcome{};
  });
  EXPECT_EQ(outcome.text, "start: out of time after 0.1 s");
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(Supervisor, MemoryLimit) {
  Outcome outcome =
      supervise(ProcessLimits{.memoryMb = 400}, snapshot("start"), [](const Publish&) {
        std::vector<std::string> hoard;
        for (;;) hoard.emplace_back(1 << 20, 'x');
        return Outcome{};
      });
  EXPECT_EQ(outcome.code, ExitCode::Undecided);
  EXPECT_EQ(outcome.text, "start: out of memory (limit 400 MB)");
}

TEST(Supervisor, ALibraryThatCrashesForLackOfMemory) {
  Outcome outcome =
      supervise(ProcessLimits{.memoryMb = 400}, snapshot("start"), [](const Publish&) {
        for (;;) {
          volatile char* block = static_cast<char*>(std::malloc(1 << 20));
          if (block == nullptr) std::abort();
          for (int i = 0; i < 1 << 20; i += 4096) block[i] = 1;
        }
        return Outcome{};
      });
  EXPECT_EQ(outcome.text, "start: out of memory (limit 400 MB)");
}

TEST(Supervisor, ASolverThatThrowsForLackOfMemory) {
  struct OutOfMemoryException {};
  Outcome outcome = supervise(ProcessLimits{.memoryMb = 400}, snapshot("start"),
                              [](const Publish&) -> Outcome { throw OutOfMemoryException(); });
  EXPECT_EQ(outcome.code, ExitCode::Undecided);
  EXPECT_EQ(outcome.text, "start: out of memory (limit 400 MB)");
}
#endif

TEST(Supervisor, ACrashIsAnInternalErrorAndKeepsWhatWasFound) {
  Outcome outcome = supervise({}, snapshot("start"), [](const Publish& publish) {
    publish(snapshot("found", ExitCode::Findings));
    std::signal(SIGABRT, SIG_DFL);
    std::raise(SIGABRT);
    return Outcome{};
  });
  EXPECT_EQ(outcome.code, ExitCode::Internal);
  EXPECT_EQ(outcome.text, "found: crashed: Aborted");
  EXPECT_EQ(outcome.messages, "internal error: crashed: Aborted\n");
}

TEST(Supervisor, AnExceptionIsAnInternalError) {
  Outcome outcome = supervise({}, snapshot("start"), [](const Publish&) -> Outcome {
    throw std::logic_error("no such block");
  });
  EXPECT_EQ(outcome.code, ExitCode::Internal);
  EXPECT_EQ(outcome.messages, "internal error: no such block\n");
}

TEST(Supervisor, KilledFromOutside) {
  Outcome outcome = supervise({}, snapshot("start"), [](const Publish&) -> Outcome {
    std::raise(SIGKILL);
    return {};
  });
  EXPECT_EQ(outcome.code, ExitCode::Undecided);
  EXPECT_EQ(outcome.text, "start: killed from outside, perhaps for lack of memory");
}

TEST(Supervisor, AnInterruptStopsTheChild) {
  pid_t parent = getpid();
  Outcome outcome =
      supervise(ProcessLimits{.seconds = 20}, snapshot("start"), [&](const Publish& publish) {
        publish(snapshot("one"));
        kill(parent, SIGTERM);
        sleepForever();
        return Outcome{};
      });
  EXPECT_EQ(outcome.code, ExitCode::Undecided);
  EXPECT_EQ(outcome.text, "one: interrupted");
}

TEST(Supervisor, LargeOutcomes) {
  std::string large(20 << 20, 'x');
  Outcome outcome = supervise({}, snapshot("start"), [&](const Publish& publish) {
    for (int i = 0; i < 3; ++i) publish(Outcome{ExitCode::Undecided, large, "", {}});
    return Outcome{ExitCode::Fine, large, "", {}};
  });
  EXPECT_EQ(outcome.text.size(), large.size());
}

}  // namespace
}  // namespace barricade
