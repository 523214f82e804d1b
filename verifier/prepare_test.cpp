// What the verifier refuses, and how it says so; which kernel it takes.
#include "analysis/prepare.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

std::string rejectionOf(const std::string& text, const VerifyOptions& options = {}) {
  const VerificationResult result = verifyText(text, options);
  if (result.verdict != Verdict::Rejected) return std::string(toString(result.verdict));
  std::string all;
  for (const Rejection& rejection : result.rejections)
    all += (all.empty() ? "" : " | ") + rejection.message;
  return all;
}

const std::string second =
    "procedure {:source_name \"other\"} {:kernel} $other() { $$s[0bv32] := tid; }\n";

TEST(Prepare, TheOnlyKernelIsTaken) {
  EXPECT_EQ(rejectionOf(kernelText("return;")), "verified");
}

TEST(Prepare, AmongSeveralTheUserChooses) {
  const std::string text = kernelText("return;", {}, second);
  EXPECT_EQ(rejectionOf(text), "several kernels, choose one with --kernel: other, k");
  VerifyOptions options;
  options.kernel = "other";
  EXPECT_EQ(verdictOf(verifyText(text, options)), "race");
  options.kernel = "$k";  // the IR's name does as well
  EXPECT_EQ(rejectionOf(text, options), "verified");
  options.kernel = "third";
  EXPECT_EQ(rejectionOf(text, options), "no kernel named 'third'; there is other, k");
}

TEST(Prepare, AProgramWithoutKernel) {
  EXPECT_EQ(rejectionOf("procedure $f() { }"), "no kernel in this program");
}

TEST(Prepare, PrimitivesThatAreNotKnownYet) {
  EXPECT_EQ(rejectionOf(kernelText("call $drop($$s, 0bv32);", {},
                                   "procedure {:mbarrier \"drop\"} {:source_name \"drop\"} "
                                   "$drop(B : [bv32]bv32, o : bv32);\n")),
            "'drop' (arrival) is not supported yet");
}

TEST(Prepare, IrreducibleControlFlowNamesTheBlocks) {
  EXPECT_EQ(
      rejectionOf(kernelText("goto $a, $b; $a: x := 1bv32; goto $b; $b: x := 2bv32; goto $a;")),
      "irreducible control flow between the blocks $b, $a; that is not supported");
}

TEST(Prepare, RecursionThatTouchesMemory) {
  const std::string rec =
      "procedure {:source_name \"down\"} $down($d : bv32) { $$s[$d] := 1bv32; "
      "if (ugt($d, 0bv32)) { call $down(sub($d, 1bv32)); } }\n";
  EXPECT_EQ(rejectionOf(kernelText("call $down(tid);", {}, rec)),
            "recursive procedure 'down' accesses memory, has assertions or speaks of the other "
            "thread; that is not supported");
}

// Reads in conditions and arguments, and what procedures without a body change, count as well.
TEST(Prepare, RecursionThatTouchesMemoryByTheWay) {
  auto rejected = [](const std::string& body) {
    return rejectionOf(kernelText("call $down(tid);", {},
                                  "procedure $set(v : bv32) { }\n"
                                  "procedure $ext(); modifies $$s;\n"
                                  "procedure $down($d : bv32) { " +
                                      body + " call $down(sub($d, 1bv32)); }\n")) != "verified";
  };
  EXPECT_FALSE(rejected(""));
  EXPECT_TRUE(rejected("if ($$s[$d] == 0bv32) { return; }"));
  EXPECT_TRUE(rejected("call $set($$s[$d]);"));
  EXPECT_TRUE(rejected("call $ext();"));
  EXPECT_TRUE(rejected("havoc $$s;"));
}

TEST(Prepare, RecursionOverValuesIsKnownByItsContract) {
  const std::string rec =
      "procedure $down($d : bv32) returns ($r : bv32) ensures $r == 7bv32; "
      "{ $r := 7bv32; if (ugt($d, 0bv32)) { call $r := $down(sub($d, 1bv32)); } }\n";
  EXPECT_EQ(rejectionOf(kernelText("call x := $down(tid); assert x == 7bv32;", {}, rec)),
            "verified");
  EXPECT_EQ(verdictOf(verifyText(kernelText("call x := $down(tid); assert x == 8bv32;", {}, rec))),
            "assertion");
}

TEST(Prepare, AContractIsProven) {
  auto verdict = [](const std::string& contract) {
    return verdictOf(verifyText(kernelText(
        "call x := $f(tid); $$s[x] := tid;", {},
        "procedure $f($n : bv32) returns ($r : bv32) " + contract +
            " { if ($n == 0bv32) { $r := 0bv32; } else { call $r := $f(sub($n, 1bv32)); $r := "
            "add($r, 1bv32); } }\n")));
  };
  EXPECT_EQ(verdict(""), "race");
  EXPECT_EQ(verdict("ensures $r == $n;"), "verified");
  EXPECT_EQ(verdict("ensures $r == add($n, 1bv32);"), "postcondition");
}

TEST(Prepare, ABarrierInvariantStandsBeforeItsBarrier) {
  auto verdict = [](const std::string& between) {
    return rejectionOf(kernelText(
        "$$s[tid] := 1bv32; call $binv(if $$s[tid] == 1bv32 then 1bv1 else 0bv1, tid); " + between +
            " sync;",
        {}, "procedure {:barrier_invariant} $binv(e : bv1, i : bv32);\n"));
  };
  const std::string elsewhere = "barrier invariant does not stand directly before a barrier";
  EXPECT_EQ(verdict(""), "verified");
  EXPECT_EQ(verdict("x := 2bv32;"), "verified");
  EXPECT_EQ(verdict("$$s[tid] := 2bv32;"), elsewhere);
  EXPECT_EQ(verdict("if ($c) { x := 2bv32; }"), elsewhere);
}

TEST(Prepare, ASharedVariableThatIsNoArray) {
  EXPECT_EQ(rejectionOf(kernelText("v := 1bv32;", {}, "var v : bv32;\n")),
            "global variable 'v' is no array; only arrays can be shared by threads");
}

TEST(Prepare, AnInvariantThatStandsElsewhere) {
  EXPECT_EQ(rejectionOf(kernelText("assert {:originated_from_invariant} $c;")),
            "loop invariant does not stand at a loop head");
}

TEST(Prepare, MemoryFencesAreNoted) {
  const VerificationResult result = verifyText(kernelText(
      "call $mem_fence();", {}, "procedure {:source_name \"mem_fence\"} $mem_fence();\n"));
  EXPECT_EQ(result.verdict, Verdict::Verified);
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_EQ(result.notes[0], "the memory fence 'mem_fence' orders nothing here; only barriers do");
}

TEST(Prepare, RejectionsSayWhere) {
  auto place = [](const std::string& text) {
    const VerificationResult result = verifyText(text);
    EXPECT_EQ(result.rejections.size(), 1U);
    return result.rejections.empty() ? SourcePosition{} : result.rejections[0].place;
  };
  EXPECT_EQ(place(kernelText("@7; v := 1bv32;", {}, "var v : bv32;\n")).toString(), "k.cu:7:3");
  // Without positions of the source, those of the IR text.
  EXPECT_EQ(place("var v : bv32;\nprocedure {:kernel} $k()\n{\n  v := 1bv32;\n}\n").toString(),
            "k.gbpl:4:3");
  EXPECT_EQ(place("procedure $f() { }"), (SourcePosition{"k.gbpl", "", 0, 0}));
}

}  // namespace
}  // namespace barricade::test
