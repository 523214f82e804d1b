// Work in a child process: results, ends without one, and whose time of the processor counts.
#include "solver/smt/side_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>

#include "solver/smt/clock.h"

namespace barricade::test {
namespace {

constexpr double worked = 0.1;  // seconds of the processor

void work() {
  const double start = processorSeconds();
  while (processorSeconds() < start + worked) {
  }
}

TEST(SideProcess, ReturnsResultsOfAnyLengthAndLosesWhatItChanges) {
  std::string text;
  SideProcess process([&]() -> std::optional<std::string> {
    text.assign(1'000'000, '\0');
    return text;
  });
  const auto result = process.result();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->size(), 1'000'000U);
  EXPECT_EQ(result->find_first_not_of('\0'), std::string::npos);
  EXPECT_EQ(text, "");
}

TEST(SideProcess, AnEmptyResultIsOne) {
  SideProcess process([] { return std::optional<std::string>(""); });
  EXPECT_EQ(process.result(), "");
}

TEST(SideProcess, HasNoResultWhereItFindsNoneOrEndsInAnotherWay) {
  EXPECT_EQ(SideProcess([] { return std::nullopt; }).result(), std::nullopt);
  EXPECT_EQ(SideProcess([]() -> std::optional<std::string> { throw std::bad_alloc(); }).result(),
            std::nullopt);
  EXPECT_EQ(SideProcess([]() -> std::optional<std::string> { _exit(0); }).result(), std::nullopt);
}

TEST(SideProcess, CountsTheTimeOfResultsOnly) {
  auto counted = [](const std::optional<std::string>& result) {
    const double start = processorSeconds();
    SideProcess([&] {
      work();
      return result;
    }).result();
    return processorSeconds() - start;
  };
  EXPECT_GE(counted(""), worked);
  EXPECT_LT(counted(std::nullopt), worked);
}

TEST(SideProcess, GoesOnWithTheTimeOfItsParent) {
  work();
  const double before = processorSeconds();
  SideProcess process([] { return std::to_string(processorSeconds()); });
  const auto seen = process.result();
  ASSERT_TRUE(seen);
  EXPECT_GE(std::stod(*seen), before - 1e-5);
}

TEST(SideProcess, IsStoppedWhenNobodyAsks) {
  SideProcess([]() -> std::optional<std::string> {
    for (;;) pause();
  });
}

}  // namespace
}  // namespace barricade::test
