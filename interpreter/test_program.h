// Small programs for the interpreter's tests: a kernel's body between the declarations it needs.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "frontend/frontend.h"
#include "interpreter/interpreter.h"

namespace barricade {

// Arrays: $$s (shared, 64 words), $$g, $$h, $$r (global words), $$c (constant), $$p (private),
// $$b (global bytes). Parameters $n, $m : bv32. Variables v0..v5 : bv32, $i.0, $j.0 : bv32,
// q0, q1 : bool. Barriers: $barrier(local, global), $grid(local, global).
inline std::string programText(const std::string& body, const std::string& specification = "",
                               const std::string& declarations = "") {
  std::string text = "type _SIZE_T_TYPE = bv32;\n";
  text +=
      "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n"
      "procedure _ATOMIC_OP8(x : [bv32]bv8, y : bv32) returns (z : bv8, A : [bv32]bv8);\n";
  auto array = [&](const std::string& name, const std::string& space, const std::string& width,
                   const std::string& size) {
    const std::string attribute = space.empty() ? "" : "{:" + space + "} ";
    text += "var {:source_name \"" + name + "\"} " + attribute + "$$" + name + " : [bv32]bv" +
            width + ";\naxiom {:array_info \"$$" + name + "\"} " + attribute + "{:elem_width " +
            width + "} {:source_name \"" + name + "\"} {:source_elem_width " + width +
            "} {:source_dimensions \"" + size + "\"} true;\n";
    if (space != "global" && space != "group_shared") return;
    for (const char* kind : {"READ", "WRITE", "ATOMIC"}) {
      text += "var {:race_checking} " + attribute + "{:elem_width " + width +
              "} {:source_elem_width " + width + "} {:source_dimensions \"*\"} _" + kind +
              "_HAS_OCCURRED_$$" + name + " : bool;\n";
    }
  };
  array("s", "group_shared", "32", "64");
  array("g", "global", "32", "*");
  array("h", "global", "32", "*");
  array("r", "global", "32", "*");
  array("b", "global", "8", "*");
  array("c", "constant", "32", "16");
  array("p", "", "32", "8");
  for (const char* name : {"group_id", "group_size", "local_id", "num_groups"}) {
    for (const char* dimension : {"x", "y", "z"}) {
      const std::string full = std::string(name) + "_" + dimension;
      text += "const {:" + full + "} " + full + " : bv32;\n";
    }
  }
  for (const char* op : {"ADD", "SUB", "MUL", "UDIV", "UREM", "AND", "LSHR", "SHL"}) {
    std::string smt = "bv";
    for (const char* c = op; *c; ++c) smt += static_cast<char>(*c - 'A' + 'a');
    text += "function {:bvbuiltin \"" + smt + "\"} BV32_" + op + "(bv32, bv32) : bv32;\n";
  }
  for (const char* op : {"ULT", "UGT", "SLT"}) {
    std::string smt = "bv";
    for (const char* c = op; *c; ++c) smt += static_cast<char>(*c - 'A' + 'a');
    text += "function {:bvbuiltin \"" + smt + "\"} BV32_" + op + "(bv32, bv32) : bool;\n";
  }
  text += declarations;
  text +=
      "procedure {:source_name \"barrier\"} {:barrier} $barrier($0:bv1, $1:bv1);\n"
      "procedure {:source_name \"grid\"} {:grid_barrier} $grid($0:bv1, $1:bv1);\n"
      "procedure {:source_name \"k\"} {:kernel} $k($n:bv32, $m:bv32)\n" +
      specification +
      "{\n  var v0:bv32;\n  var v1:bv32;\n  var v2:bv32;\n  var v3:bv32;\n  var v4:bv32;\n"
      "  var v5:bv32;\n  var $i.0:bv32;\n  var $j.0:bv32;\n  var q0:bool;\n  var q1:bool;\n"
      "$entry:\n" +
      body + "}\n";
  return text;
}

class TestKernel {
 public:
  explicit TestKernel(const std::string& body, const std::string& specification = "",
                      const std::string& declarations = "") {
    Diagnostics diagnostics;
    program_ = parseProgram({"test.gbpl", programText(body, specification, declarations)}, {},
                            std::nullopt, diagnostics);
    EXPECT_NE(program_, nullptr) << diagnostics.toString();
    if (!program_) return;
    launch.groupSize = {4, 1, 1};
    launch.numGroups = {1, 1, 1};
  }

  bool parsed() const { return program_ != nullptr; }
  const Program& program() const { return *program_; }
  Program& program() { return *program_; }
  const Procedure& kernel() const { return *program_->kernels().front(); }

  const Variable* global(const std::string& name) const {
    for (const Variable* v : program_->globals()) {
      if (v->name == name) return v;
    }
    return nullptr;
  }
  void set(const std::string& parameter, int value) {
    for (const Variable* v : kernel().parameters) {
      if (v->name == parameter) launch.values[v] = value;
    }
  }
  RunResult run() const { return barricade::run(*program_, kernel(), launch, options); }

  LaunchConfiguration launch;
  RunOptions options;

 private:
  std::unique_ptr<Program> program_;
};

// Element `offset` of the array after the run.
inline BigInt elementAfter(const RunResult& result, const std::string& array,
                           std::uint64_t offset) {
  for (const ArrayAfterwards& after : result.arrays) {
    if (!after.array || after.array->sourceName != array) continue;
    auto found = after.elements.find(offset);
    return found == after.elements.end() ? BigInt(-1) : found->second;
  }
  return -1;
}

// The findings as "race write-read s", sorted by appearance.
inline std::vector<std::string> summaryOf(const RunResult& result) {
  static const char* const kinds[] = {
      "race",          "divergence",      "assertion",      "invariant",    "precondition",
      "postcondition", "bounds",          "constant-write", "null-pointer", "barrier-invariant",
      "async",         "synchronization", "uninitialized",  "overflow",     "misaligned"};
  std::vector<std::string> lines;
  for (const RunFinding& finding : result.findings) {
    std::string line = kinds[static_cast<int>(finding.kind)];
    if (!finding.detail.empty()) line += " " + finding.detail;
    if (finding.array) line += " " + finding.array->sourceName;
    if (finding.interGroup) line += " between groups";
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace barricade
