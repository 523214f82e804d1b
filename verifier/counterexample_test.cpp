// What a finding says: threads, accesses, elements, iterations and values.
#include "verifier/counterexample.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

Finding onlyFinding(const std::string& text) {
  const VerificationResult result = verifyText(text);
  EXPECT_EQ(result.findings.size(), 1U);
  return result.findings.empty() ? Finding{} : result.findings.front();
}

std::string lines(const Finding& finding) {
  std::string text;
  for (const FindingPlace& place : finding.places)
    text += (text.empty() ? "" : ", ") + place.kind + " " +
            (place.location.empty() ? "?" : std::to_string(place.location.front().line));
  return text;
}

TEST(Counterexamples, NameBothAccesses) {
  const Finding f = onlyFinding(kernelText("@5; $$s[tid] := tid; @6; x := $$s[add(tid, 1bv32)];"));
  EXPECT_EQ(f.detail, "read-write");
  EXPECT_EQ(lines(f), "write 5, read 6");
  EXPECT_FALSE(f.interGroup);
  ASSERT_TRUE(f.places[0].thread && f.places[1].thread);
  // The writer's element is the reader's.
  EXPECT_EQ(f.places[0].thread->local[0], f.offset);
  EXPECT_EQ(std::stoi(f.places[1].thread->local[0]) + 1, std::stoi(f.offset));
  EXPECT_EQ(f.element, "s[" + f.offset + "]");
  EXPECT_EQ(f.message, "read-write race on s[" + f.offset + "]");
}

TEST(Counterexamples, SayThatAnUpdateIsLost) {
  const Finding f = onlyFinding(kernelText("@5; $$s[$n] := add($$s[$n], tid);"));
  EXPECT_TRUE(f.lostUpdate);
  EXPECT_NE(f.message.find(" (lost update)"), std::string::npos);
  EXPECT_FALSE(onlyFinding(kernelText("@5; $$s[$n] := tid;")).lostUpdate);
}

TEST(Counterexamples, CountIterationsFromZero) {
  const Finding f = onlyFinding(
      kernelText("i := 0bv32; while (ult(i, 8bv32)) { if (i == 2bv32) { @5; $$s[tid] := i; } "
                 "if (i == 5bv32) { @6; x := $$s[add(tid, 1bv32)]; } i := add(i, 1bv32); }"));
  ASSERT_EQ(f.places[0].iterations.size(), 1U);
  EXPECT_EQ(f.places[0].iterations[0].iteration, "2");
  EXPECT_EQ(f.places[1].iterations[0].iteration, "5");
}

TEST(Counterexamples, PreferSmallValuesAndSayWhichMatter) {
  const Finding f = onlyFinding(kernelText("if (ugt($n, 100bv32)) { @5; $$s[0bv32] := tid; }"));
  ASSERT_EQ(f.values.size(), 3U);
  EXPECT_EQ(f.values[0].name, "n");
  EXPECT_LE(std::stoi(f.values[0].value), 127);
  EXPECT_GT(std::stoi(f.values[0].value), 100);
  EXPECT_TRUE(f.values[0].relevant);
  EXPECT_EQ(f.values[1].name, "m");
  EXPECT_FALSE(f.values[1].relevant);
}

TEST(Counterexamples, BetweenGroups) {
  const Finding f = onlyFinding(kernelText("@5; $$g[tid] := gid;", {.groups = "2"}));
  EXPECT_TRUE(f.interGroup);
  EXPECT_NE(f.places[0].thread->group[0], f.places[1].thread->group[0]);
}

TEST(Counterexamples, OfDivergenceSayWhoIsThere) {
  const Finding f = onlyFinding(kernelText("if (ult(tid, 8bv32)) { @5; sync; }"));
  EXPECT_EQ(f.kind, FindingKind::Divergence);
  EXPECT_EQ(lines(f), "barrier 5, barrier 5");
  EXPECT_TRUE(f.places[0].reached);
  EXPECT_FALSE(f.places[1].reached);
  EXPECT_LT(std::stoi(f.places[0].thread->local[0]), 8);
  EXPECT_GE(std::stoi(f.places[1].thread->local[0]), 8);
}

TEST(Counterexamples, CarryAWitnessToReplay) {
  const auto program = parse(kernelText("x := $$h[tid]; @5; $$s[x] := tid;"));
  const VerificationResult result = verify(*program, {});
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& f = result.findings.front();
  std::size_t known = 0;
  for (const auto& [array, contents] : f.witness.contents) {
    EXPECT_EQ(array->name, "$$h");
    known += contents.size();
    for (const auto& [index, value] : contents) EXPECT_EQ(value.str(), f.offset);
  }
  EXPECT_EQ(known, 2U);  // the elements that the two threads read
  EXPECT_EQ(f.witness.parameters.size(), 3U);
}

TEST(Elements, AreNamedInSourceTerms) {
  Array a;
  a.sourceName = "tile";
  a.elementWidth = a.sourceElementWidth = 32;
  a.sourceDimensions = {BigInt(4), BigInt(8)};
  EXPECT_EQ(elementName(a, 21), "tile[2][5]");
  a.sourceDimensions = {std::nullopt, BigInt(8)};
  EXPECT_EQ(elementName(a, 801), "tile[100][1]");
  a.sourceDimensions = {BigInt(4), std::nullopt};
  EXPECT_EQ(elementName(a, 21), "tile[21]");
  a.sourceDimensions = {BigInt(1)};
  EXPECT_EQ(elementName(a, 0), "tile");
  a.sourceDimensions = {std::nullopt};
  a.elementWidth = 8;
  EXPECT_EQ(elementName(a, 30), "tile[7] (byte 2)");
}

}  // namespace
}  // namespace barricade::test
