// What is refused, and how it is said; which kernel is taken.
#include "analysis/prepare.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// The rejections, or "prepared".
std::string rejectionOf(const std::string& text, const VerifyOptions& options = {}) {
  const auto program = parse(text);
  const Prepared prepared = prepare(*program, options);
  if (prepared.rejections.empty()) return "prepared";
  std::string all;
  for (const Rejection& rejection : prepared.rejections)
    all += (all.empty() ? "" : " | ") + rejection.message;
  return all;
}

const std::string second =
    "procedure {:source_name \"other\"} {:kernel} $other() { $$s[0bv32] := tid; }\n";

TEST(Prepare, TheOnlyKernelIsTaken) {
  EXPECT_EQ(rejectionOf(kernelText("return;")), "prepared");
}

TEST(Prepare, AmongSeveralTheUserChooses) {
  const std::string text = kernelText("return;", {}, second);
  EXPECT_EQ(rejectionOf(text), "several kernels, choose one with --kernel: other, k");
  VerifyOptions options;
  options.kernel = "other";
  const auto program = parse(text);
  EXPECT_EQ(prepare(*program, options).procedure->sourceName, "other");
  options.kernel = "$k";  // the IR's name does as well
  EXPECT_EQ(rejectionOf(text, options), "prepared");
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
                                      body + " call $down(sub($d, 1bv32)); }\n")) != "prepared";
  };
  EXPECT_FALSE(rejected(""));
  EXPECT_TRUE(rejected("if ($$s[$d] == 0bv32) { return; }"));
  EXPECT_TRUE(rejected("call $set($$s[$d]);"));
  EXPECT_TRUE(rejected("call $ext();"));
  EXPECT_TRUE(rejected("havoc $$s;"));
}

TEST(Prepare, ABarrierInvariantStandsBeforeItsBarrier) {
  auto verdict = [](const std::string& between) {
    return rejectionOf(kernelText(
        "$$s[tid] := 1bv32; call $binv(if $$s[tid] == 1bv32 then 1bv1 else 0bv1, tid); " + between +
            " sync;",
        {}, "procedure {:barrier_invariant} $binv(e : bv1, i : bv32);\n"));
  };
  const std::string elsewhere = "barrier invariant does not stand directly before a barrier";
  EXPECT_EQ(verdict(""), "prepared");
  EXPECT_EQ(verdict("x := 2bv32;"), "prepared");
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
  const auto program = parse(kernelText("call $mem_fence();", {},
                                        "procedure {:source_name \"mem_fence\"} $mem_fence();\n"));
  const Prepared prepared = prepare(*program, {});
  ASSERT_EQ(prepared.notes.size(), 1U);
  EXPECT_EQ(prepared.notes[0],
            "the memory fence 'mem_fence' orders nothing here; only barriers do");
}

TEST(Prepare, RejectionsSayWhere) {
  auto place = [](const std::string& text) {
    const auto program = parse(text);
    const Prepared prepared = prepare(*program, {});
    EXPECT_EQ(prepared.rejections.size(), 1U);
    return prepared.rejections.empty() ? SourcePosition{} : prepared.rejections[0].place;
  };
  EXPECT_EQ(place(kernelText("@7; v := 1bv32;", {}, "var v : bv32;\n")).toString(), "k.cu:7:3");
  // Without positions of the source, those of the IR text.
  EXPECT_EQ(place("var v : bv32;\nprocedure {:kernel} $k()\n{\n  v := 1bv32;\n}\n").toString(),
            "k.gbpl:4:3");
  EXPECT_EQ(place("procedure $f() { }"), (SourcePosition{"k.gbpl", "", 0, 0}));
}

}  // namespace
}  // namespace barricade::test
