#include "precondition/usual_launches.h"

#include <array>
#include <string>

#include "precondition/precondition.h"
#include "verifier/verify.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

TEST(UsualLaunches, HaveOneBlockAndSomeAndParametersInAnyOrder) {
  std::array<Variable, 2> sizes;
  sizes[0].launch = LaunchConstant{LaunchConstant::Kind::GroupSize, 0};
  sizes[1].launch = LaunchConstant{LaunchConstant::Kind::NumGroups, 0};
  std::array<Variable, 3> parameters;
  for (Variable& parameter : parameters) parameter.type = bitVectorType(32);
  std::string text;
  for (const LaunchNumbers& launch : usualLaunches(
           {&sizes[0], &sizes[1]}, {&parameters[0], &parameters[1], &parameters[2]}, {BigInt(512)}))
    text += launch.at(&sizes[1]).str() + "x" + launch.at(&sizes[0]).str() + ":" +
            launch.at(&parameters[0]).str() + "," + launch.at(&parameters[1]).str() + "," +
            launch.at(&parameters[2]).str() + " ";
  EXPECT_EQ(text,
            "1x512:1000,1000,1000 2x512:1024,1024,1024 1x512:1,1,1 1x8:16,16,16 "
            "4x512:64,128,256 4x512:4096,2048,1024 ");
}

// How many go wrong where all do, else 0.
unsigned wrongIn(const std::string& body) {
  const auto program = parse(kernelText(body, {.size = "64"}));
  VerifyOptions options;
  options.errorLimit = 1;
  const Prepared prepared = prepare(*program, options);
  ConditionSearch search(*program, prepared, options);
  options.described = search.observer();
  const VerificationResult result = verify(*program, prepared, options);
  EXPECT_EQ(result.findings.size(), 1U);
  const auto condition = search.run(result.findings.front());
  EXPECT_FALSE(condition && search.wrongUsualLaunches() > 0);
  return search.wrongUsualLaunches();
}

TEST(UsualLaunches, EndTheSearchWhereAllGoWrong) {
  const std::string loop = "i := 0bv32; while (slt(i, $n)) { ";
  const std::string end = " i := add(i, 1bv32); }";
  EXPECT_GT(wrongIn(loop + "$$s[tid] := i; x := $$s[add(tid, 1bv32)];" + end), 2U);
  // With one iteration it is right.
  EXPECT_EQ(wrongIn(loop + "x := $$s[add(tid, 1bv32)]; sync; $$s[tid] := i;" + end), 0U);
}

}  // namespace
}  // namespace barricade::test
