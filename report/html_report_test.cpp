#include "report/html_report.h"

#include <gtest/gtest.h>

#include "report/example_results.h"

namespace barricade {
namespace {

TEST(HtmlReport, ShowsBothThreadsAndTheRepair) {
  RepairResult repair = example::repaired();
  SourceFiles sources("");
  std::string page = htmlReport({{repair.before, repair}}, {"kernel.gbpl", sources, false});
  for (const char* part :
       {"<h3>read by thread (4,0,0) of block (1,0,0)</h3>",
        "<h3>conflicting write by thread (5,0,0) of block (1,0,0)</h3>", "<a href=\"#shift-1\">",
        "thread (4,0,0)</text>", "block (1,0,0)</text>", "called from <code>kernel.cu:7:11</code>",
        "iteration 2 of the loop",
        "<li>add a block barrier before the write at kernel.cu:8:5 (inside the loop at line 6)"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(HtmlReport, TextIsEscaped) {
  VerificationResult result;
  result.kernel = "<script>&";
  SourceFiles sources("");
  std::string page = htmlReport({{result, {}}}, {"<b>", sources, false});
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_NE(page.find("<code>&lt;script&gt;&amp;</code>"), std::string::npos);
  EXPECT_NE(page.find("<h1>&lt;b&gt;</h1>"), std::string::npos);
}

TEST(HtmlReport, ThePatchOrWhyThereIsNone) {
  const RepairResult repair = example::repaired();
  SourceFiles sources("");
  Patch patch{Patch::Status::Verified, "+  a<b>();\n", {}, {"the barrier is in a macro"}, ""};
  auto page = [&] {
    return htmlReport({{repair.before, repair}}, {"k.cu", sources, false, &patch});
  };
  EXPECT_NE(page().find("<span class=\"added\">+  a&lt;b&gt;();</span>"), std::string::npos);
  EXPECT_NE(page().find("the barrier is in a macro; it stays"), std::string::npos);
  patch.status = Patch::Status::Withheld;
  patch.reason = "it does not verify";
  EXPECT_NE(page().find("No patch is offered"), std::string::npos);
  EXPECT_NE(page().find("it does not verify"), std::string::npos);
}

}  // namespace
}  // namespace barricade
