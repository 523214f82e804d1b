// Loads and stores that become atomic operations, and what is left alone.
#include "restructure/added_wait.h"
#include "restructure/atomic_extremes.h"
#include "restructure/atomic_stores.h"
#include "restructure/atomic_updates.h"
#include "restructure/earlier_wait.h"
#include "restructure/stricter_wait.h"
#include "restructure/test_traces.h"

namespace barricade::test {
namespace {

// "atomicAdd s", or why it is refused, or nothing.
std::string inWords(const Rewrites& rewrites) {
  std::string text;
  for (const Rewrite& made : rewrites.made)
    text += (text.empty() ? "" : ", ") + made.operation + " " + made.subject;
  for (const std::string& refused : rewrites.refused) text += refused;
  return text;
}

// Of the statement in line 5.
std::string update(const std::string& body) {
  Restructured subject(body);
  return inWords(makeAtomic(*subject.program, *subject.kernel, {subject.at(5)}));
}

TEST(AtomicUpdates, OfEachOperation) {
  const auto of = [](const std::string& value) {
    return update("x := $$s[tid]; @5; $$s[tid] := " + value + ";");
  };
  EXPECT_EQ(of("add(x, 1bv32)"), "atomicAdd s");
  EXPECT_EQ(of("sub(x, $n)"), "atomicSub s");
  EXPECT_EQ(of("and($n, x)"), "atomicAnd s");
  EXPECT_EQ(of("or(x, $n)"), "atomicOr s");
  EXPECT_EQ(of("xor(x, $n)"), "atomicXor s");
  EXPECT_EQ(of("(if ugt(x, $n) then x else $n)"), "atomicMax s");
  EXPECT_EQ(of("(if slt(x, $n) then x else $n)"), "atomicMin s");
}

TEST(AtomicUpdates, TheOldValueIsWhatTheOperationReturns) {
  Restructured subject("@4; x := $$s[tid]; @5; $$s[tid] := add(x, 1bv32); @6; $$t[x] := tid;");
  ASSERT_EQ(inWords(makeAtomic(*subject.program, *subject.kernel, {subject.at(5)})), "atomicAdd s");
  const std::string text = subject.text();
  EXPECT_NE(text.find("{:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32}"), std::string::npos);
  EXPECT_NE(text.find("$$t[x] := local_id_x"), std::string::npos) << text;
}

TEST(AtomicUpdates, AreRefusedWhereNoneDoesThat) {
  for (const char* value : {"mul(x, 31bv32)", "add(x, x)", "sub($n, x)"}) {
    Restructured subject("x := $$s[tid]; @5; $$s[tid] := " + std::string(value) + ";");
    const std::string before = subject.text();
    const Rewrites rewrites = makeAtomic(*subject.program, *subject.kernel, {subject.at(5)});
    EXPECT_TRUE(rewrites.made.empty()) << value;
    EXPECT_EQ(rewrites.refused.size(), 1U) << value;
    EXPECT_EQ(subject.text(), before) << value;
  }
}

TEST(AtomicUpdates, AreRefusedWhereTheValueIsUsedBetween) {
  Restructured subject("x := $$s[tid]; @4; $$t[tid] := x; @5; $$s[tid] := add(x, 1bv32);");
  EXPECT_TRUE(makeAtomic(*subject.program, *subject.kernel, {subject.at(5)}).made.empty());
}

TEST(AtomicUpdates, WhichCommute) {
  EXPECT_TRUE(commute("atomicAdd", "atomicAdd"));
  EXPECT_TRUE(commute("atomicAdd", "atomicSub"));
  EXPECT_FALSE(commute("atomicAdd", "atomicMax"));
  EXPECT_FALSE(commute("atomicAnd", "atomicOr"));
}

std::string extreme(const std::string& condition, const std::string& stored) {
  Restructured subject("x := $$g[tid]; y := $$s[0bv32]; if (" + condition +
                       ") { @5; $$s[0bv32] := " + stored + "; }");
  return inWords(makeExtremesAtomic(*subject.program, *subject.kernel, {subject.at(5)}));
}

TEST(AtomicExtremes, OfAComparisonAndAStore) {
  EXPECT_EQ(extreme("ugt(x, y)", "x"), "atomicMax s");
  EXPECT_EQ(extreme("sle(y, x)", "x"), "atomicMax s");
  EXPECT_EQ(extreme("slt(x, y)", "x"), "atomicMin s");
}

TEST(AtomicExtremes, NotOfAnotherValueOrElement) {
  EXPECT_EQ(extreme("ugt(x, y)", "add(x, 1bv32)"), "");
  EXPECT_EQ(extreme("ugt(x, y)", "y"), "");
  EXPECT_EQ(extreme("ugt(x, $n)", "x"), "");
}

TEST(AtomicStores, OfOneConstant) {
  Restructured subject("@5; $$s[0bv32] := 1bv32;");
  EXPECT_EQ(inWords(storeAtomically(*subject.program, *subject.kernel, {subject.at(5)})),
            "atomicExch s");
  EXPECT_NE(subject.text().find("__atomicExch"), std::string::npos);
}

TEST(AtomicStores, NotOfDifferentValues) {
  for (const char* text :
       {"@5; $$s[0bv32] := tid;", "@4; $$s[0bv32] := 1bv32; @5; $$s[0bv32] := 2bv32;"}) {
    Restructured subject(text);
    const std::string before = subject.text();
    std::set<LocationId> places{subject.at(5)};
    if (subject.at(4) != noLocation) places.insert(subject.at(4));
    const Rewrites rewrites = storeAtomically(*subject.program, *subject.kernel, places);
    EXPECT_TRUE(rewrites.made.empty()) << text;
    EXPECT_FALSE(rewrites.refused.empty()) << text;
    EXPECT_EQ(subject.text(), before) << text;
  }
}

TEST(AtomicStores, OfAllOfAnArrayWhateverTheyStore) {
  Restructured subject("@4; $$s[0bv32] := tid; @5; $$s[1bv32] := 2bv32; @6; $$g[tid] := 1bv32;");
  const Variable* array = nullptr;
  for (const auto& block : subject.kernel->blocks)
    for (const Statement& statement : block->statements)
      if (statement.location == subject.at(4))
        if (const Assign* store = statement.as<Assign>()) array = store->targets.front().variable;
  ASSERT_NE(array, nullptr);
  EXPECT_TRUE(makeAllStoresAtomic(*subject.program, *subject.kernel, {array}));
  const std::string text = subject.text();
  EXPECT_EQ(text.find("$$s[0bv32] :="), std::string::npos);
  EXPECT_EQ(text.find("$$s[1bv32] :="), std::string::npos);
  EXPECT_NE(text.find("$$g["), std::string::npos);
}

//--- Waits ----------------------------------------------------------------------------------

const std::string copies =
    "procedure {:async_work_group_copy} $copy(dst : bv32, src : [bv32]bv32, from : bv32, size : "
    "bv32, handle : bv32) returns (handle' : bv32, A : [bv32]bv32);\n"
    "procedure {:wait_group_events} $wait(handle : bv32);\n";

Restructured withCopy(const std::string& rest) {
  Restructured subject("");
  subject.program = parse(kernelText(
      "call {:async_work_group_copy} i, $$s := $copy(0bv32, $$g, 0bv32, 4bv32, 0bv32); " + rest, {},
      copies));
  subject.kernel = prepare(*subject.program, {}).procedure;
  return subject;
}

TEST(EarlierWait, MovesBeforeTheWholeSourceStatement) {
  Restructured subject = withCopy("@5; x := $$s[tid]; @6; y := 1bv32; @7; call $wait(i);");
  const std::vector<LocationId> waits = waitsAfter(*subject.kernel, subject.at(5));
  ASSERT_EQ(waits.size(), 1U);
  const Rewrite rewrite =
      moveWaitBefore(*subject.program, *subject.kernel, waits.front(), subject.at(5));
  EXPECT_EQ(rewrite.location.front().line, 7U);
  EXPECT_EQ(rewrite.destination.front().line, 5U);
  const std::string text = subject.text();
  EXPECT_LT(text.find("call $wait"), text.find("x := $$s")) << text;
}

TEST(EarlierWait, NotPastWhatSaysForWhatToWait) {
  const Restructured subject = withCopy("@5; x := $$s[tid]; @6; i := x; @7; call $wait(i);");
  EXPECT_TRUE(waitsAfter(*subject.kernel, subject.at(5)).empty());
}

TEST(AddedWait, StandsBeforeTheBarrierThatOrdersOthers) {
  Restructured subject("");
  subject.program = parse(kernelText(
      "@4; call $$s := $copy(0bv32, $$g, 0bv32, 1bv32); call $commit(); @5; sync; "
      "@6; x := $$s[tid];",
      {},
      "procedure {:async_copy} $copy(dst : bv32, src : [bv32]bv32, from : bv32, size : bv32) "
      "returns (A : [bv32]bv32);\nprocedure {:copy_commit} $commit();\n"));
  subject.kernel = prepare(*subject.program, {}).procedure;
  const std::vector<LocationId> places =
      placesForWait(*subject.program, *subject.kernel, subject.at(6));
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(subject.program->sources.position(places.front()).line, 5U);
  const Rewrite rewrite = addWait(*subject.program, *subject.kernel, places.front(), 1);
  EXPECT_EQ(rewrite.groups, 1U);
  const std::string text = subject.text();
  EXPECT_LT(text.find("wait_group(1bv32)"), text.find("$sync(1bv1")) << text;
  EXPECT_NE(text.find("$counter.copies.ended"), std::string::npos) << text;
}

TEST(AddedCommit, StandsBeforeWhatTheWaitCounts) {
  Restructured subject("");
  const std::string declarations =
      "procedure {:async_copy} $copy(dst : bv32, src : [bv32]bv32, from : bv32, size : bv32) "
      "returns (A : [bv32]bv32);\nprocedure {:copy_wait} $wait_group(n : bv32);\n"
      "procedure {:copy_commit} $commit();\n";
  const std::string copy = "@4; call $$s := $copy(0bv32, $$g, 0bv32, 1bv32); ";
  const std::string wait = "@5; call $wait_group(0bv32);";
  subject.program = parse(kernelText(copy + wait, {}, declarations));
  subject.kernel = prepare(*subject.program, {}).procedure;
  const Rewrites commits = addCommits(*subject.program, *subject.kernel);
  ASSERT_EQ(commits.made.size(), 1U);
  EXPECT_EQ(commits.made.front().location.front().line, 5U);
  const std::string text = subject.text();
  EXPECT_LT(text.find("$commit();\n  assert"), text.find("$counter.copies.ended := (if")) << text;
  subject.program = parse(kernelText(copy + "call $commit(); " + wait, {}, declarations));
  subject.kernel = prepare(*subject.program, {}).procedure;
  EXPECT_TRUE(addCommits(*subject.program, *subject.kernel).made.empty());
}

TEST(StricterWait, SetsTheCountersAnew) {
  Restructured subject("");
  subject.program = parse(kernelText(
      "@4; call $commit(); @5; call $wait_group(2bv32); @6; call $wait_group(0bv32);", {},
      "procedure {:copy_commit} $commit();\nprocedure {:copy_wait} $wait_group(n : bv32);\n"));
  subject.kernel = prepare(*subject.program, {}).procedure;
  const std::vector<GroupWait> waits = waitsForGroups(*subject.kernel);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits.front().groups, 2U);
  const Rewrite rewrite = leaveFewer(*subject.program, *subject.kernel, waits.front(), 1);
  EXPECT_EQ(rewrite.location.front().line, 5U);
  EXPECT_EQ(rewrite.groups, 1U);
  EXPECT_EQ(rewrite.groupsBefore, 2U);
  const std::string text = subject.text();
  EXPECT_NE(text.find("wait_group(1bv32)"), std::string::npos) << text;
  EXPECT_EQ(text.find("2bv32"), std::string::npos) << text;
}

}  // namespace
}  // namespace barricade::test
