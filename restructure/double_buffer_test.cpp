// Two copies of an array, and the one iteration that shows whether it may have them.
#include "restructure/double_buffer.h"

#include "restructure/body.h"
#include "restructure/test_traces.h"

namespace barricade::test {
namespace {

using Paths = std::set<std::string>;

const std::string buffered =
    "i := 0bv32; while (slt(i, $n)) { @5; $$s[tid] := i; @6; sync; @7; y := $$s[i]; i := "
    "add(i, 1bv32); @8; sync; }";

struct Subject : Restructured {
  explicit Subject(const std::string& body) : Restructured(body) {
    for (const Declaration& declaration : program->declarations)
      if (Variable* const* variable = std::get_if<Variable*>(&declaration);
          variable && (*variable)->array && (*variable)->array->space == AddressSpace::GroupShared)
        (*variable)->array->sourceDimensions = {BigInt(64)};
  }

  BufferedLoops found() const { return findBufferedLoops(*program, *kernel); }
};

TEST(DoubleBuffer, OfALoopThatWritesAndReads) {
  Subject subject(buffered);
  const BufferedLoops found = subject.found();
  ASSERT_EQ(found.loops.size(), 1U);
  EXPECT_EQ(found.loops[0].depth, 0U);
  ASSERT_EQ(found.loops[0].arrays.size(), 1U);
  EXPECT_EQ(found.loops[0].arrays[0]->sourceName, "s");
  EXPECT_EQ(bytesOf(*found.loops[0].arrays[0]), 256U);
  EXPECT_TRUE(found.refused.empty());
}

TEST(DoubleBuffer, NotWhereOtherCodeUsesTheArray) {
  Subject subject(buffered + " x := $$s[tid];");
  EXPECT_TRUE(subject.found().loops.empty());
  EXPECT_EQ(
      subject.found().refused,
      (std::vector<std::string>{"'s' keeps one copy: it is accessed outside of the loop, too"}));
}

TEST(DoubleBuffer, NotWhereTheLaunchSaysTheSize) {
  Subject subject(buffered);
  subject.found().loops[0].arrays[0]->sourceDimensions = {std::nullopt};
  EXPECT_TRUE(subject.found().loops.empty());
  const std::vector<std::string> refused{"'s' keeps one copy: its size is that of the launch"};
  EXPECT_EQ(subject.found().refused, refused);
  Subject part(buffered);
  part.found().loops[0].arrays[0]->variable->attributes.push_back({"dynamic", {}});
  EXPECT_EQ(part.found().refused, refused);
}

TEST(DoubleBuffer, OneIterationFromAnyValues) {
  Subject subject(buffered);
  const BufferedLoops found = subject.found();
  keepOneIteration(*subject.program, *subject.kernel, found.loops[0].header);
  for (const std::string& trace : subject.traces())
    EXPECT_TRUE(trace.ends_with("5 | 7 7 |")) << trace;
  EXPECT_TRUE(ControlFlow(*subject.kernel).loops().empty());
  EXPECT_NE(subject.text().find("havoc i"), std::string::npos) << subject.text();
}

TEST(DoubleBuffer, SizesAreRestored) {
  Subject subject(buffered);
  const std::string before = subject.text();
  const Body written(*subject.kernel);
  const BufferedLoops found = subject.found();
  {
    const DoubledArrays doubled(*subject.program, *subject.kernel, found.loops[0].header,
                                found.loops[0].arrays);
    const std::string text = subject.text();
    EXPECT_EQ(*extentOf(*found.loops[0].arrays[0]), 128);
    EXPECT_NE(text.find("source_dimensions \"2,*\""), std::string::npos) << text;
    EXPECT_NE(text.find("$$s[add(mul($buffer.copy, 64bv32), i)]"), std::string::npos) << text;
  }
  written.restore(*subject.kernel);
  EXPECT_EQ(subject.text(), before);
}

}  // namespace
}  // namespace barricade::test
