// What may order the accesses of a race, and what cannot; and that a replay confirms nothing of the
// former.
#include "interpreter/unmodelled_order.h"

#include "interpreter/replay.h"
#include "interpreter/test_program.h"

namespace barricade {
namespace {

constexpr const char* primitives =
    "procedure {:source_name \"fence\"} $fence();\n"  // known by its name only
    "procedure {:source_name \"modelled\"} {:fence} $modelled();\n"
    "procedure {:source_name \"narrow\"} {:fence} {:scope \"block\"} $narrow();\n";

std::string atomic(const std::string& result, const std::string& attributes = "") {
  return "  call {:atomic} {:atomic_function \"__atomicAdd_int\"} " + attributes +
         " {:arg1 1bv32} " + result + ", $$r := _ATOMIC_OP32($$r, 0bv32);\n";
}

const std::string writes = "  $$g[local_id_x] := local_id_x;\n";
const std::string reads =
    "  v0 := $$g[BV32_ADD(local_id_x, 1bv32)];\n  $$h[BV32_ADD(local_id_x, BV32_MUL(8bv32, "
    "group_id_x))] := v0;\n";
const std::string barrier = "  call $barrier(1bv1, 1bv1);\n";
const std::string looks = "  $$p[v5] := v5;\n";  // at what the last atomic has returned
const std::string fence = "  call $fence();\n";

// What may order the write and the read of $$g: "fence", "atomic", or "".
std::string suspectsOf(const std::string& body, bool interGroup = false) {
  TestKernel kernel(body + "  return;\n", "", primitives);
  Finding finding;
  finding.kind = FindingKind::Race;
  finding.array = kernel.global("$$g")->array;
  finding.interGroup = interGroup;
  for (const char* kind : {"write", "read"}) {
    finding.places.emplace_back();
    finding.places.back().kind = kind;
  }
  const Statement* found = unmodelledOrder(kernel.program(), kernel.kernel(), finding);
  if (!found) return "";
  const Call* call = found->as<Call>();
  return call->atomic ? "atomic" : call->callee->sourceName;
}

TEST(UnmodelledOrder, AnAtomicThatSignalsAndOneThatIsLookedAt) {
  // What runs know they hold against a race themselves.
  EXPECT_EQ(suspectsOf(writes + atomic("v5") + looks + reads), "");
  EXPECT_EQ(suspectsOf(writes + "  call $modelled();\n" + atomic("v5") + looks + reads), "");
  EXPECT_EQ(suspectsOf(writes + fence + atomic("v5") + looks + reads), "fence");
  // Nobody looks at the result; with a fence after it an order is in doubt.
  EXPECT_EQ(suspectsOf(writes + atomic("v5") + reads), "");
  EXPECT_EQ(suspectsOf(writes + atomic("v5") + fence + reads), "fence");
  EXPECT_EQ(suspectsOf(writes + atomic("v5", "{:order \"acq_rel\"}") + reads + fence), "fence");
  // A fence alone orders nothing.
  EXPECT_EQ(suspectsOf(writes + fence + reads), "");
  // Only before, or only after both.
  EXPECT_EQ(suspectsOf(atomic("v5") + looks + fence + writes + reads), "");
  EXPECT_EQ(suspectsOf(writes + reads + fence + atomic("v5") + looks), "");
}

TEST(UnmodelledOrder, ScopesThatLeaveTheOtherThreadOut) {
  const std::string narrow = atomic("v5", "{:scope \"block\"}") + looks;
  EXPECT_EQ(suspectsOf(writes + narrow + reads + fence), "fence");
  EXPECT_EQ(suspectsOf(writes + narrow + reads + fence, true), "");
  EXPECT_EQ(suspectsOf(writes + "  call $narrow();\n" + atomic("v5") + reads + fence, true), "");
  EXPECT_EQ(suspectsOf(writes + fence + atomic("v5") + looks + reads, true), "fence");
}

TEST(UnmodelledOrder, AFlagBesideAFence) {
  const std::string raises = "  $$r[0bv32] := 1bv32;\n";
  const std::string sees = "  v5 := $$r[0bv32];\n";
  EXPECT_EQ(suspectsOf(writes + fence + raises + sees + reads), "fence");
  EXPECT_EQ(suspectsOf(writes + raises + sees + reads), "");
}

// Barriers of the block end what stands between accesses of its threads, but not between blocks.
TEST(UnmodelledOrder, EndsAtBarriersOfBoth) {
  const std::string around = atomic("v5") + looks + fence + barrier;
  EXPECT_EQ(suspectsOf(around + writes + reads + barrier + around), "");
  EXPECT_EQ(suspectsOf(around + writes + reads + barrier + around, true), "fence");
  const std::string partial = "  call $barrier(1bv1, 0bv1);\n";  // not of global memory
  EXPECT_EQ(suspectsOf(writes + partial + around.substr(0, around.size() - barrier.size()) + reads),
            "fence");
}

TEST(UnmodelledOrder, LoopsLeadFromOneIterationToTheNext) {
  EXPECT_EQ(suspectsOf(fence + "  $i.0 := 0bv32;\n  goto $head;\n$head:\n" + reads + writes +
                       atomic("v5") + looks +
                       "  $i.0 := BV32_ADD($i.0, 1bv32);\n  goto $head, $end;\n$end:\n"),
            "fence");
}

// The same race with and without a fence that may order it.
TEST(UnmodelledOrder, AReplayConfirmsOnlyWhatNothingMayOrder) {
  auto replayed = [&](const std::string& between) {
    TestKernel kernel(writes + between + reads + "  return;\n", "", primitives);
    Finding finding;
    finding.kind = FindingKind::Race;
    finding.array = kernel.global("$$g")->array;
    for (const char* kind : {"write", "read"}) {
      finding.places.emplace_back();
      finding.places.back().kind = kind;
    }
    return replay(kernel.program(), kernel.kernel(), finding, {});
  };
  EXPECT_TRUE(replayed("").confirmed);
  EXPECT_TRUE(replayed(fence).confirmed);
  const ReplayOutcome ordered = replayed(fence + atomic("v5") + looks);
  EXPECT_FALSE(ordered.confirmed);
  EXPECT_EQ(ordered.runs, 0u);
  EXPECT_EQ(ordered.reason.find("the fence at "), 0u) << ordered.reason;
  EXPECT_NE(ordered.reason.find(" may order the accesses, which is not modelled"),
            std::string::npos);
}

}  // namespace
}  // namespace barricade
