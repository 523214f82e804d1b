#include "report/sarif_report.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "report/example_results.h"

namespace barricade {
namespace {

Json resultOf(const Finding& finding) {
  VerificationResult result;
  result.kernel = "shift";
  result.findings = {finding};
  SourceFiles sources("");
  return sarifJson({{result, {}}}, {"kernel.gbpl", sources, false})["runs"][0]["results"][0];
}

TEST(SarifReport, BothAccessesAndOneThreadFlowEach) {
  Json result = resultOf(example::race());
  EXPECT_EQ(result["ruleId"], "race");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"],
            "possible read-write race on v[5]: read by thread (4,0,0) of block (1,0,0), "
            "conflicting write by thread (5,0,0) of block (1,0,0); with n = 64 and step = 1; the "
            "value of m does not matter; possible: no run of the kernel was made (kernel shift).");
  EXPECT_EQ(result["locations"][0]["physicalLocation"],
            Json::parse(R"({"artifactLocation": {"uri": "kernel.cu"},
                            "region": {"startLine": 3, "startColumn": 10}})"));
  EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 8);
  const Json& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["id"], "thread (4,0,0) of block (1,0,0)");
  ASSERT_EQ(flows[0]["locations"].size(), 2u);  // the call, then the access
  EXPECT_EQ(flows[0]["locations"][0]["location"]["physicalLocation"]["region"]["startLine"], 7);
}

TEST(SarifReport, FilesBelowTheCurrentFolderAreRelative) {
  Finding finding = example::race();
  finding.places[0].location = {{std::filesystem::current_path().string() + "/a b/k.cu", "", 3, 1}};
  finding.places[1].location = {{"/elsewhere/k.cu", "", 4, 1}};
  Json result = resultOf(finding);
  auto uri = [](const Json& location) {
    return location["physicalLocation"]["artifactLocation"]["uri"];
  };
  EXPECT_EQ(uri(result["locations"][0]), "a%20b/k.cu");
  EXPECT_EQ(uri(result["relatedLocations"][0]), "file:///elsewhere/k.cu");
}

TEST(SarifReport, RulesAreDefinedOnceAndIndexed) {
  VerificationResult result = example::refuted();
  result.findings.push_back(example::divergence());
  result.findings.push_back(example::divergence());
  result.findings.back().kind = FindingKind::Synchronization;  // the last kind of all
  SourceFiles sources("");
  Json run = sarifJson({{result, {}}}, {"kernel.gbpl", sources, false})["runs"][0];
  ASSERT_EQ(run["results"].size(), 3u);
  for (const Json& entry : run["results"]) {
    const Json& rule = run["tool"]["driver"]["rules"][entry["ruleIndex"].get<std::size_t>()];
    EXPECT_EQ(rule["id"], entry["ruleId"]);
  }
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
}

TEST(SarifReport, FingerprintTellsFindingsApartAndIsStable) {
  auto fingerprint = [](const Finding& finding) {
    return resultOf(finding)["partialFingerprints"]["barricadeFinding/v2"];
  };
  Finding other = example::race();
  other.detail = "write-write";
  EXPECT_NE(fingerprint(example::race()), fingerprint(other));
  Finding otherThreads = example::race();
  otherThreads.places[0].thread->local[0] = "17";
  otherThreads.element = "v[18]";
  EXPECT_EQ(fingerprint(example::race()), fingerprint(otherThreads));
  Finding seenFromTheOther = example::race();
  std::swap(seenFromTheOther.places[0], seenFromTheOther.places[1]);
  seenFromTheOther.detail = "write-read";
  EXPECT_EQ(fingerprint(example::race()), fingerprint(seenFromTheOther));
}

TEST(SarifReport, UndecidedIsANotification) {
  VerificationResult result;
  result.undecided = {"races on v: out of time"};
  SourceFiles sources("");
  Json run = sarifJson({{result, {}}}, {"kernel.gbpl", sources, false})["runs"][0];
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "races on v: out of time");
}

TEST(SarifReport, ThePatchIsAFixOfEachResultInFilesAsTheyAreNamedThere) {
  RepairResult repair = example::repaired();
  repair.before.findings.push_back(example::divergence());
  Patch patch;
  patch.status = Patch::Status::Verified;
  patch.files = {{std::filesystem::absolute("kernel.cu").string(), {{3, 1, 3, 1, "  sync();\n"}}},
                 {"/elsewhere/a b.cu", {{1, 1, 2, 1, ""}}}};
  SourceFiles sources("");
  auto results = [&] {
    return sarifJson({{repair.before, repair}},
                     {"k.cu", sources, false, &patch})["runs"][0]["results"];
  };
  ASSERT_EQ(results().size(), 2U);
  EXPECT_EQ(results()[0]["fixes"], results()[1]["fixes"]);
  const Json fix = results()[0]["fixes"][0];
  EXPECT_TRUE(fix["description"]["text"].get<std::string>().starts_with("Add a block barrier"));
  EXPECT_EQ(fix["artifactChanges"][0], Json::parse(R"({
      "artifactLocation": {"uri": "kernel.cu"},
      "replacements": [{"deletedRegion":
                            {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1},
                        "insertedContent": {"text": "  sync();\n"}}]})"));
  EXPECT_EQ(fix["artifactChanges"][1]["artifactLocation"]["uri"], "file:///elsewhere/a%20b.cu");
  patch.status = Patch::Status::Withheld;
  EXPECT_FALSE(results()[0].contains("fixes"));
}

}  // namespace
}  // namespace barricade
