// Calls replaced by copies of their callees: values, contracts, locations, and what stays called.
#include "ir/inline.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "ir/printer.h"

namespace barricade {
namespace {

class Inlining : public testing::Test {
 protected:
  // Inlines into $k; its text afterwards.
  std::string inlined(const std::string& text,
                      const std::function<bool(const Procedure&)>& keep = nullptr) {
    Diagnostics diagnostics;
    program_ = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
    EXPECT_TRUE(program_) << diagnostics.toString();
    kernel_ = program_->kernels().front();
    stayed_ = inlineCalls(*program_, *kernel_, keep);
    std::ostringstream out;
    print(out, *program_, *kernel_);
    return out.str();
  }
  unsigned calls() const {
    unsigned count = 0;
    for (const auto& block : kernel_->blocks)
      for (const Statement& statement : block->statements) count += statement.as<Call>() ? 1 : 0;
    return count;
  }
  template <typename Kind>
  std::vector<const Kind*> all() const {
    std::vector<const Kind*> found;
    for (const auto& block : kernel_->blocks)
      for (const Statement& statement : block->statements)
        if (const Kind* part = statement.as<Kind>()) found.push_back(part);
    return found;
  }

  std::unique_ptr<Program> program_;
  Procedure* kernel_ = nullptr;
  std::vector<Procedure*> stayed_;
};

const std::string twice =
    "procedure $twice($x : bv32) returns ($r : bv32) { var t : bv32; t := $x; $r := t; }\n";

TEST_F(Inlining, EachCallGetsACopyOfItsOwn) {
  inlined(twice +
          "procedure {:kernel} $k() { var a : bv32; var b : bv32; "
          "call a := $twice(1bv32); call b := $twice(a); }");
  EXPECT_EQ(calls(), 0U);
  EXPECT_TRUE(stayed_.empty());
  // a, b, and for each copy the parameter, the result and the local, under different names.
  std::set<std::string> names;
  for (const Variable* local : kernel_->locals) names.insert(local->name);
  EXPECT_EQ(names.size(), kernel_->locals.size());
  EXPECT_EQ(names.size(), 8U);
}

TEST_F(Inlining, CallsInCalleesAreInlinedToo) {
  inlined(twice +
          "procedure $four($x : bv32) returns ($r : bv32) { call $r := $twice($x); }\n"
          "procedure {:kernel} $k() { var a : bv32; call a := $four(1bv32); }");
  EXPECT_EQ(calls(), 0U);
}

TEST_F(Inlining, RecursionStays) {
  inlined(
      "procedure $down($x : bv32) { if ($x != 0bv32) { call $down($x); } }\n"
      "procedure {:kernel} $k() { call $down(3bv32); }");
  ASSERT_EQ(stayed_.size(), 1U);
  EXPECT_EQ(stayed_.front()->name, "$down");
  EXPECT_EQ(calls(), 1U);
}

TEST_F(Inlining, WhatTheCallerWantsToKeepStays) {
  inlined(twice + "procedure {:kernel} $k() { var a : bv32; call a := $twice(1bv32); }",
          [](const Procedure& callee) { return callee.name == "$twice"; });
  EXPECT_EQ(calls(), 1U);
  ASSERT_EQ(stayed_.size(), 1U);
}

TEST_F(Inlining, ProceduresWithoutABodyStayAndAreNotListed) {
  inlined("procedure $foreign($x : bv32);\nprocedure {:kernel} $k() { call $foreign(1bv32); }");
  EXPECT_EQ(calls(), 1U);
  EXPECT_TRUE(stayed_.empty());
}

TEST_F(Inlining, ContractsBecomeAssertionsAroundTheCopy) {
  const std::string text = inlined(
      "procedure $p($x : bv32) returns ($r : bv32) requires $x != 0bv32; ensures $r != 5bv32; "
      "{ $r := $x; }\n"
      "procedure {:kernel} $k() { var a : bv32; call a := $p(9bv32); }");
  ASSERT_EQ(all<Assert>().size(), 2U) << text;
  EXPECT_LT(text.find("!= 0bv32"), text.find("!= 5bv32"));
}

TEST_F(Inlining, OldValuesAreRememberedAtTheCall) {
  const std::string text = inlined(
      "var {:global} $$g : [bv32]bv32;\n"
      "axiom {:array_info \"$$g\"} {:global} {:elem_width 32} {:source_name \"g\"} "
      "{:source_elem_width 32} {:source_dimensions \"*\"} true;\n"
      "procedure $p() ensures old($$g[0bv32]) == 1bv32; { $$g[0bv32] := 2bv32; }\n"
      "procedure {:kernel} $k() { call $p(); }");
  EXPECT_EQ(text.find("old("), std::string::npos) << text;
  ASSERT_EQ(all<Assume>().size(), 1U) << text;  // the variable equals the element before the store
  EXPECT_LT(text.find("assume"), text.find("2bv32"));
}

TEST_F(Inlining, LocationsGetTheCallSite) {
  inlined(
      "procedure $p() { assert {:sourceloc} {:line 3} {:col 1} {:fname \"k.cu\"} {:dir \"\"} true; "
      "assert 1bv32 != 2bv32; }\n"
      "procedure {:kernel} $k() { "
      "assert {:sourceloc} {:line 7} {:col 2} {:fname \"k.cu\"} {:dir \"\"} true; call $p(); }");
  for (const auto& block : kernel_->blocks)
    for (const Statement& statement : block->statements)
      if (const Assert* check = statement.as<Assert>(); check && !check->isMarker()) {
        const SourceChain& chain = program_->sources.chain(statement.location);
        ASSERT_EQ(chain.size(), 2U);
        EXPECT_EQ(chain[0].line, 3U);
        EXPECT_EQ(chain[1].line, 7U);
        return;
      }
  FAIL() << "the assertion is gone";
}

TEST(Functions, AreReplacedByTheirBodies) {
  Diagnostics diagnostics;
  const auto program = parseProgram(
      {"k.gbpl",
       "function first(x : bv32, y : bv32) : bv32 { x }\n"
       "procedure {:kernel} $k() { var a : bv32; a := first(first(4bv32, 5bv32), a); }"},
      {}, std::nullopt, diagnostics);
  ASSERT_TRUE(program) << diagnostics.toString();
  Procedure& kernel = *program->kernels().front();
  expandFunctions(*program, kernel);
  const Assign* assign = kernel.blocks.front()->statements.front().as<Assign>();
  ASSERT_TRUE(assign);
  EXPECT_EQ(toString(assign->values.front()), "4bv32");
}

}  // namespace
}  // namespace barricade
