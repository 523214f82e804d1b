// Which assertions about alignment each depth keeps.
#include "analysis/alignment_checks.h"

#include <vector>

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

const std::string ofThread = "assert {:alignment 16} tid == 0bv32;";
const std::string ofParameter = "assert {:alignment 16} $n == 0bv32;";
const std::string ofDeclaration = "assert {:alignment 16} {:declared \"s\"} false;";

std::vector<std::string> keptAt(CheckDepth depth, const std::string& body) {
  VerifyOptions options;
  options.checks.misaligned = depth;
  const auto program = parse(kernelText(body));
  const Procedure& kernel = *prepare(*program, options).procedure;
  std::vector<std::string> kept;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (const Assert* check = statement.as<Assert>(); check && check->isOfAlignment())
        kept.push_back(misalignmentOf(statement));
  return kept;
}

TEST(AlignmentChecks, AreLeftOutUnlessAskedFor) {
  EXPECT_EQ(keptAt(CheckDepth::Off, ofThread + ofParameter + ofDeclaration).size(), 0U);
  EXPECT_EQ(keptAt(CheckDepth::Full, ofThread + ofParameter + ofDeclaration).size(), 3U);
}

TEST(AlignmentChecks, ByDefaultAreOfWhatTheLaunchDecides) {
  EXPECT_EQ(keptAt(CheckDepth::Shown, ofThread).size(), 1U);
  EXPECT_EQ(keptAt(CheckDepth::Shown, ofParameter).size(), 0U);
  EXPECT_EQ(keptAt(CheckDepth::Shown, ofDeclaration).size(), 0U);
  EXPECT_EQ(keptAt(CheckDepth::Shown, "x := $$s[tid]; assert {:alignment 8} x == 0bv32;").size(),
            0U);
}

TEST(AlignmentChecks, SayWhatIsWrong) {
  EXPECT_EQ(keptAt(CheckDepth::Full, ofThread + ofDeclaration),
            (std::vector<std::string>{
                "misaligned access: the address is no multiple of 16 bytes",
                "misaligned access: 's' need not begin at a multiple of 16 bytes, as it is "
                "declared"}));
}

}  // namespace
}  // namespace barricade::test
