// The intermediate forms in print say what the stages found.
#include "verifier/dump.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

const std::string body = R"(
  $start: i := tid; x := 0bv32;
  while (ult(i, $n)) { @5; $$s[i] := 1bv32; sync; i := add(i, 64bv32); }
  @9; y := $$s[0bv32];
)";

class StagesTest : public testing::Test {
 protected:
  Staged a_{kernelText(body)};
  Problem problem_{*a_.subject, Mode::Intra};
};

TEST_F(StagesTest, Regions) {
  EXPECT_EQ(regionsText(problem_),
            "  block $start\n"
            "  loop $while.head  (some threads only)  (runs when $start does)\n"
            "    block $while.head  (some threads only)\n"
            "    block $while.body  (some threads only)\n"
            "  block $while.end  (runs when $while.head does)\n"
            "  variables that differ between the threads: i\n");
}

TEST_F(StagesTest, Loops) {
  EXPECT_EQ(replaced(loopsText(problem_), R"(!\d+)", ""),
            "  loop $while.head, after n iterations\n"
            "    i = initial + n * 64bv32\n"
            "    held at the head of each complete one: bvult(at_head_i, at_head_$n)\n");
}

TEST_F(StagesTest, EventsInProgramOrder) {
  const auto execution = problem_.execute(ExecutionOptions::Form::Races, {}, {}, {});
  const std::string text = executionText(problem_, *execution);
  const std::vector<std::string> parts = {"skip in $while.head",
                                          "thread 1 logs write of s",
                                          "thread 2 checks write of s",
                                          "at k.cu:5:3",
                                          "barrier",
                                          "skip in $while.head",
                                          "thread 2 checks read of s[0bv32]",
                                          "at k.cu:9:3",
                                          "error: race on s"};
  std::size_t position = 0;
  for (const std::string& part : parts) {
    position = text.find(part, position);
    ASSERT_NE(position, std::string::npos) << part << " in\n" << text;
  }
}

TEST_F(StagesTest, SharedTermsAreNamedOnce) {
  const auto execution = problem_.execute(ExecutionOptions::Form::Races, {}, {}, {});
  const std::string text = executionText(problem_, *execution);
  const std::size_t definition = text.find("t1 = ");
  ASSERT_NE(definition, std::string::npos);
  EXPECT_EQ(text.find("t1 = ", definition + 1), std::string::npos);
}

TEST(Stages, UnknownNamesAreNoted) {
  VerifyOptions options;
  options.printStages = {"nonsense"};
  EXPECT_EQ(unknownStage(options),
            "no stage is named 'nonsense'; there are all, inlined, regions, "
            "loops, candidates, watched, checks");
  options.printStages = {"all", "loops"};
  EXPECT_EQ(unknownStage(options), std::nullopt);
}

}  // namespace
}  // namespace barricade::test
