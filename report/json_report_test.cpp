#include "report/json_report.h"

#include <gtest/gtest.h>

#include "report/example_results.h"

namespace barricade {
namespace {

TEST(JsonReport, FieldsThatToolsRelyOn) {
  RepairResult repair = example::repaired();
  Json document = documentJson("kernel.gbpl", {{repair.before, repair}}, {});
  EXPECT_EQ(document["schema"], 1);
  EXPECT_EQ(document["input"], "kernel.gbpl");
  EXPECT_EQ(document["kernel"], "shift");
  EXPECT_EQ(document["verdict"], "refuted");
  const Json& finding = document["findings"][0];
  EXPECT_EQ(finding["kind"], "race");
  EXPECT_EQ(finding["detail"], "read-write");
  EXPECT_EQ(finding["confirmed"], false);
  EXPECT_EQ(finding["unconfirmed_reason"], "no run of the kernel was made");
  EXPECT_EQ(finding["array"], "v");
  EXPECT_EQ(finding["element"], "v[5]");
  EXPECT_EQ(finding["values"], Json::parse(R"({"n": 64, "step": 1, "m": 0})"));
  EXPECT_EQ(finding["accesses"][0], Json::parse(R"({
    "file": "kernel.cu", "directory": "samples", "line": 3, "column": 10,
    "call_chain": [{"file": "kernel.cu", "directory": "samples", "line": 7, "column": 11}],
    "kind": "read", "thread": [4, 0, 0], "block": [1, 0, 0], "iterations": []})"));
  EXPECT_EQ(finding["accesses"][1]["iterations"][0]["iteration"], 2);
  const Json& edit = document["repair"]["edits"][0];
  EXPECT_EQ(document["repair"]["status"], "repaired");
  EXPECT_EQ(document["repair"]["optimal"], true);
  EXPECT_EQ(edit["action"], "add");
  EXPECT_EQ(edit["scope"], "block");
  EXPECT_EQ(edit["line"], 8);
  EXPECT_EQ(edit["where"], "before");
  EXPECT_EQ(edit["access"], "write");
  EXPECT_EQ(edit["arm"], nullptr);
  EXPECT_EQ(edit["inside_statement"], true);
  EXPECT_EQ(edit["fences"], Json::parse(R"(["local"])"));
  EXPECT_EQ(edit["optional"], false);
  EXPECT_EQ(edit["inside_loop"]["line"], 6);
  EXPECT_EQ(document["repair"]["edits"][1]["call_chain"][0]["line"], 7);
}

TEST(JsonReport, NumbersBeyondDoublesStayExact) {
  Finding finding = example::race();
  finding.offset = "18446744073709551615";
  EXPECT_EQ(findingJson(finding)["offset"], "18446744073709551615");
}

TEST(JsonReport, RejectedInputIsADocumentToo) {
  Json document = documentJson("bad.gbpl", {}, {{"input", "unknown variable", "bad.gbpl", 3, 5}});
  EXPECT_EQ(document["verdict"], "rejected");
  EXPECT_EQ(document["findings"], Json::array());
  EXPECT_EQ(document["errors"][0]["line"], 3);
}

TEST(JsonReport, AnInternalErrorIsNoVerdict) {
  EXPECT_EQ(documentJson("k", {}, {{"internal", "oops", "", 0, 0}})["verdict"], "undecided");
}

TEST(JsonReport, SeveralKernelsHaveTheWorstVerdict) {
  VerificationResult good;
  good.verdict = Verdict::Verified;
  good.kernel = "copy";
  VerificationResult open = good;
  open.verdict = Verdict::Undecided;
  Json document = documentJson("k", {{good, {}}, {example::refuted(), {}}, {open, {}}}, {});
  EXPECT_EQ(document["verdict"], "refuted");
  EXPECT_EQ(document["findings"].size(), 1u);
  EXPECT_EQ(document["findings"][0]["kernel"], "shift");
  EXPECT_EQ(document["kernels"][2]["verdict"], "undecided");
}

TEST(JsonReport, BytesThatAreNotUtf8AreReplaced) {
  VerificationResult result;
  result.kernel = "k\xff";
  std::string text = serialize(documentJson("k", {{result, {}}}, {}));
  EXPECT_TRUE(Json::accept(text)) << text;
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(JsonReport, ThePatchOfTheSource) {
  Patch patch{Patch::Status::Verified, "--- a\n", {}, {"why"}, ""};
  auto json = [&] { return documentJson("k", {}, {}, &patch)["patch"]; };
  EXPECT_EQ(json(), Json::parse(R"({"status": "verified", "diff": "--- a\n", "lines_changed": 0,
                                    "left_out": ["why"], "stays": []})"));
  patch.status = Patch::Status::Withheld;
  patch.reason = "no";
  EXPECT_EQ(json(), Json::parse(R"({"status": "withheld", "reason": "no"})"));
  EXPECT_EQ(documentJson("k", {}, {}).contains("patch"), false);
  patch.status = Patch::Status::None;
  EXPECT_EQ(json(), Json::parse(R"({"status": "none"})"));
}

TEST(JsonReport, LinesAreFindingsAndTheVerdict) {
  const std::string line = findingLine("k.cu", "shift", example::race());
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const Json finding = Json::parse(line);
  EXPECT_EQ(finding["event"], "finding");
  EXPECT_EQ(finding["kernel"], "shift");
  EXPECT_EQ(finding["element"], "v[5]");
  const Json verdict =
      Json::parse(verdictLine(documentJson("k.cu", {{example::refuted(), {}}}, {})));
  EXPECT_EQ(verdict["event"], "verdict");
  EXPECT_EQ(verdict["verdict"], "refuted");
}

}  // namespace
}  // namespace barricade
