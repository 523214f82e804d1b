#include "report/text_report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "report/example_results.h"
#include "report/sarif_report.h"

namespace barricade {
namespace {

template <typename Result>
std::string wholeText(const Result& result, const ReportContext& context) {
  if constexpr (std::is_same_v<Result, RepairResult>)
    return findingsText(result.before, context) + closingText(result, context);
  else
    return findingsText(result, context) + closingText(result, context);
}

// A folder with the source of the examples, `kernel.cu`, beside the input `kernel.gbpl`.
class TextReport : public testing::Test {
 protected:
  TextReport() {
    folder_ = testing::TempDir() + "barricade_text_report" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    std::ofstream source(folder_ + "/kernel.cu");
    source << "l1\nl2\nint x = v[i];\nl4\nl5\n\tfor (;;) {\n  fetch(v, i);\n\tx;  v[i] = x;\nl9\n";
  }
  ~TextReport() override { std::filesystem::remove_all(folder_); }

  std::string report(const VerificationResult& result, bool color = false) {
    SourceFiles sources(folder_ + "/kernel.gbpl");
    return wholeText(result, {"kernel.gbpl", sources, color});
  }

  std::string folder_;
};

TEST_F(TextReport, RaceWithSourceCallsIterationsAndValues) {
  EXPECT_EQ(report(example::refuted()),
            "kernel.cu:3:10: error: possible read-write race on v[5]: read by thread (4,0,0) of "
            "block (1,0,0) [race]\n"
            "  int x = v[i];\n"
            "           ^\n"
            "kernel.cu:7:11: note: called from here\n"
            "    fetch(v, i);\n"
            "            ^\n"
            "kernel.cu:8:5: note: conflicting write by thread (5,0,0) of block (1,0,0)\n"
            "  \tx;  v[i] = x;\n"
            "  \t   ^\n"
            "kernel.cu:6:3: note: the write is in iteration 2 of this loop, counted from 0\n"
            "  \tfor (;;) {\n"
            "  \t ^\n"
            "kernel.gbpl: note: with n = 64 and step = 1; the value of m does not matter\n"
            "kernel.gbpl: note: possible: no run of the kernel was made\n"
            "kernel.gbpl: note: memory fences are ignored\n"
            "kernel.gbpl: kernel 'shift': refuted, 1 finding\n");
}

TEST_F(TextReport, ValuesThatNobodyPassesComeWithAWayOut) {
  VerificationResult result = example::refuted();
  result.findings.front().values.front().value = "2147482737";
  EXPECT_NE(report(result).find("note: with n = 2147482737 and step = 1 (--kernel-args, sizes and "
                                "preconditions exclude values nobody passes); the value of m"),
            std::string::npos);
}

TEST_F(TextReport, SizesThatNeedOnlyHaveTheThreadsAreNotTold) {
  VerificationResult result = example::refuted();
  result.findings.front().values = {
      {"n", "64", true}, {"blockDim.x", "8", false, true}, {"gridDim.x", "2", false, true}};
  EXPECT_NE(report(result).find("note: with n = 64, in any launch with these threads\n"),
            std::string::npos);
}

TEST_F(TextReport, ColumnsAreBytesAndTheCaretStandsUnderItsCharacter) {
  std::ofstream(folder_ + "/kernel.cu") << "\n\n/*\xc3\xbc*/ a[i];\n";
  EXPECT_NE(report(example::refuted()).find("  /*\xc3\xbc*/ a[i];\n          ^\n"),
            std::string::npos);
  const Json log = sarifJson({{example::refuted(), {}}},
                             {"k.gbpl", SourceFiles(folder_ + "/kernel.gbpl"), false});
  const Json& place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["region"]["startColumn"], 9);
}

TEST_F(TextReport, EqualRunsAreNoProof) {
  VerificationResult result;
  result.verdict = Verdict::Verified;
  result.kernel = "k";
  Equivalence& equivalence = result.equivalence.emplace();
  equivalence.reference = "f";
  equivalence.runs = 24;
  equivalence.elements = 96;
  EXPECT_EQ(report(result),
            "kernel.gbpl: kernel 'k': verified, equal to 'f' in 24 runs of up to 96 elements "
            "(bounded, not proven)\n");
  equivalence.rounded = true;
  EXPECT_NE(report(result).find("equal to 'f' but for rounding in 24 runs"), std::string::npos);
  equivalence.runs = 0;
  equivalence.reason = "no runs are made";
  EXPECT_NE(report(result).find("verified, not compared with 'f' (no runs are made)\n"),
            std::string::npos);
}

TEST_F(TextReport, DivergenceNamesBothThreads) {
  VerificationResult result = example::refuted();
  result.findings = {example::divergence()};
  result.notes.clear();
  std::filesystem::remove(folder_ + "/kernel.cu");
  EXPECT_EQ(report(result),
            "kernel.cu:8:5: error: barrier divergence: thread (0,0,0) of block (0,0,0) reaches "
            "it [divergence]\n"
            "kernel.cu:8:5: note: thread (1,0,0) of block (0,0,0) does not reach it\n"
            "kernel.gbpl: note: possible: no run of the kernel was made\n"
            "kernel.gbpl: kernel 'shift': refuted, 1 finding\n");
}

TEST_F(TextReport, EditsOfOneLineShowTheirColumns) {
  RepairResult result = example::repaired();
  RepairEdit other = result.edits[1];
  other.location.front().column = 20;
  result.edits.push_back(other);
  SourceFiles sources(folder_ + "/kernel.gbpl");
  std::string text = wholeText(result, {"kernel.gbpl", sources, false});
  EXPECT_NE(text.find("barrier at kernel.cu:4:3, called from"), std::string::npos) << text;
  EXPECT_NE(text.find("barrier at kernel.cu:4:20, called from"), std::string::npos) << text;
}

TEST_F(TextReport, AnIterationWithoutMeaningHasNoNumber) {
  VerificationResult result = example::refuted();
  result.findings[0].places[1].iterations[0].iteration = "6341049579277877247";
  EXPECT_NE(report(result).find("the write is in a later iteration of this loop\n"),
            std::string::npos);
}

TEST_F(TextReport, ConfirmationChangesTheWording) {
  VerificationResult result = example::refuted();
  result.findings[0].confirmation = Confirmation::byRun();
  std::string text = report(result);
  EXPECT_NE(text.find("error: read-write race on v[5]:"), std::string::npos) << text;
  EXPECT_NE(text.find("note: confirmed by running the kernel\n"), std::string::npos) << text;
  result.findings[0].confirmation = Confirmation::possible("the loop at line 6 was abstracted");
  EXPECT_NE(report(result).find("note: possible: the loop at line 6 was abstracted\n"),
            std::string::npos);
}

// Whatever made a finding, it is one or the other.
TEST_F(TextReport, EveryFindingIsConfirmedOrPossible) {
  VerificationResult result = example::refuted();
  result.findings = {Finding{}, example::divergence()};
  const std::string text = report(result);
  const std::string note = "note: possible: no run of the kernel was made\n";
  EXPECT_NE(text.find(note), std::string::npos) << text;
  EXPECT_NE(text.find(note), text.rfind(note)) << text;
}

TEST_F(TextReport, UndecidedSaysWhyAndIsNotVerified) {
  VerificationResult result;
  result.kernel = "shift";
  result.undecided = {"races on v: out of time"};
  EXPECT_EQ(report(result),
            "kernel.gbpl: warning: races on v: out of time\n"
            "kernel.gbpl: kernel 'shift': undecided\n");
}

TEST_F(TextReport, ColorsOnlyOnRequest) {
  EXPECT_EQ(report(example::refuted()).find('\033'), std::string::npos);
  EXPECT_NE(report(example::refuted(), true).find("\033[1;31merror:\033[0m"), std::string::npos);
}

TEST_F(TextReport, RepairListsEditsCostAndWhatStays) {
  RepairResult result = example::repaired();
  result.before.findings.clear();
  result.before.notes.clear();
  SourceFiles sources("");
  EXPECT_EQ(wholeText(result, {"kernel.gbpl", sources, false}),
            "kernel.gbpl: kernel 'shift': repaired with 2 edits: cost 1 -> 10, proven minimal\n"
            "  add a block barrier before the write at kernel.cu:8:5 (inside the loop at line 6)\n"
            "      separates the read at kernel.cu:3 from the write at kernel.cu:8\n"
            "  remove the block barrier at kernel.cu:4, called from kernel.cu:7 [improvement]\n"
            "  keep the grid barrier at kernel.cu:9\n"
            "      it prevents: a race on w\n");
}

TEST_F(TextReport, FindingsThatARepairLeavesAreCountedInRed) {
  RepairResult result = example::repaired();
  result.findingsLeft = 1;
  SourceFiles sources("");
  EXPECT_NE(
      wholeText(result, {"kernel.gbpl", sources, true})
          .find("\033[1;31mrepaired with 2 edits: cost 1 -> 10, proven minimal; 1 finding stays"),
      std::string::npos);
}

TEST_F(TextReport, UnrepairableIsExplained) {
  RepairResult result;
  result.status = RepairStatus::Unrepairable;
  result.before.kernel = "shift";
  result.explanation = {"a barrier before kernel.cu:8 diverges"};
  SourceFiles sources("");
  EXPECT_EQ(wholeText(result, {"kernel.gbpl", sources, false}),
            "kernel.gbpl: kernel 'shift': cannot be repaired with barriers\n"
            "  a barrier before kernel.cu:8 diverges\n");
}

TEST(SourceFiles, FindsAFileBesideTheInputBeforeARecordedRelativeFolder) {
  std::string folder = testing::TempDir() + "barricade_source_files" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/a.cl") << "one\r\ntwo";
  SourceFiles sources(folder + "/k.gbpl");
  EXPECT_EQ(sources.line({"a.cl", "gone/elsewhere", 1, 1}), "one");
  EXPECT_EQ(sources.line({"/gone/a.cl", "", 2, 1}), "two");
  EXPECT_EQ(sources.line({"a.cl", "", 3, 1}), std::nullopt);
  EXPECT_EQ(sources.line({"b.cl", "", 1, 1}), std::nullopt);
  EXPECT_EQ(sources.line({"", "", 1, 1}), std::nullopt);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace barricade
