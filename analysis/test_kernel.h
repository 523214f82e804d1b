// Kernels for the tests of analysis and above: bodies in structured IR under a fixed prelude.
//
// `tid`, `tidy`, `tidz`, `gid`, `size` and `groups` are short for the launch's constants. Arrays:
// `$$s` and `$$t` are shared, `$$g` and `$$h` global, `$$p` is private. Parameters `$n`, `$m`,
// `$c`; variables x, y, i, j. `sync;` is a block barrier with both fences, `gsync;` a grid barrier.
// `@N;` gives line N to what follows.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <string>

#include "analysis/kernel.h"
#include "analysis/prepare.h"
#include "frontend/frontend.h"

namespace barricade::test {

struct Launch {
  std::string size = "64";  // of a group in dimension x; "*" is any
  std::string groups = "1";
  std::string sizeY = "1";
  std::string sizeZ = "1";
};

inline std::string replaced(const std::string& text, const std::string& pattern,
                            const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

inline std::string statementsOf(std::string body) {
  for (const auto& [brief, name] : {std::pair{"tid", "local_id_x"},
                                    {"tidy", "local_id_y"},
                                    {"tidz", "local_id_z"},
                                    {"gid", "group_id_x"},
                                    {"size", "group_size_x"},
                                    {"groups", "num_groups_x"}})
    body = replaced(body, "\\b" + std::string(brief) + "\\b", name);
  body = replaced(body, R"(\bgsync;)", "call $$gsync(1bv1, 1bv1);");
  body = replaced(body, R"(\bsync;)", "call $$sync(1bv1, 1bv1);");
  return replaced(body, R"(@(\d+);)",
                  "assert {:sourceloc} {:line $1} {:col 3} {:fname \"k.cu\"} {:dir \"\"} true;");
}

inline std::string arrayText(const std::string& name, const std::string& space,
                             const std::string& index = "bv32", const std::string& value = "bv32",
                             unsigned width = 32) {
  const std::string bits = std::to_string(width);
  return "var {:source_name \"" + name + "\"} " + space + " $$" + name + " : [" + index + "]" +
         value + ";\naxiom {:array_info \"$$" + name + "\"} " + space + " {:elem_width " + bits +
         "} {:source_name \"" + name + "\"} {:source_elem_width " + bits +
         "} {:source_dimensions \"*\"} true;\n";
}

inline std::string kernelText(const std::string& body, const Launch& launch = {},
                              const std::string& declarations = "",
                              const std::string& specifications = "") {
  std::string text = "type _SIZE_T_TYPE = bv32;\n";
  for (const char* name : {"s", "t"}) text += arrayText(name, "{:group_shared}");
  for (const char* name : {"g", "h"}) text += arrayText(name, "{:global}");
  text += arrayText("p", "");
  text += R"(
procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);
const {:local_id_x} local_id_x : bv32;
const {:local_id_y} local_id_y : bv32;
const {:local_id_z} local_id_z : bv32;
const {:group_id_x} group_id_x : bv32;
const {:group_size_x} group_size_x : bv32;
const {:group_size_y} group_size_y : bv32;
const {:group_size_z} group_size_z : bv32;
const {:num_groups_x} num_groups_x : bv32;
const {:num_groups_y} num_groups_y : bv32;
const {:num_groups_z} num_groups_z : bv32;
axiom num_groups_y == 1bv32;
axiom num_groups_z == 1bv32;
procedure {:barrier} $sync($0 : bv1, $1 : bv1);
procedure {:grid_barrier} $gsync($0 : bv1, $1 : bv1);
)";
  for (const char* name :
       {"add", "sub", "mul", "udiv", "urem", "sdiv", "and", "or", "xor", "shl", "lshr", "ashr"})
    text +=
        "function {:bvbuiltin \"bv" + std::string(name) + "\"} " + name + "(bv32, bv32) : bv32;\n";
  for (const char* name : {"ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"})
    text +=
        "function {:bvbuiltin \"bv" + std::string(name) + "\"} " + name + "(bv32, bv32) : bool;\n";
  for (const auto& [name, value] : {std::pair{"group_size_x", launch.size},
                                    {"group_size_y", launch.sizeY},
                                    {"group_size_z", launch.sizeZ},
                                    {"num_groups_x", launch.groups}})
    if (value != "*") text += std::string("axiom ") + name + " == " + value + "bv32;\n";
  return text + statementsOf(declarations) +
         "procedure {:source_name \"k\"} {:kernel} $k($n : bv32, $m : bv32, $c : bool)\n" +
         statementsOf(specifications) +
         "{\n  var x : bv32;\n  var y : bv32;\n  var i : bv32;\n  var j : bv32;\n" +
         statementsOf(body) + "\n}\n";
}

inline std::unique_ptr<Program> parse(const std::string& text) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString() << text;
  return program ? std::move(program) : std::make_unique<Program>();
}

inline std::size_t variableOf(const Kernel& kernel, const std::string& name) {
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (kernel.variable(v)->name == name) return v;
  throw std::out_of_range(name);
}

// A kernel as `analysis` sees it.
struct Analysed {
  explicit Analysed(const std::string& text, Interest interest = {})
      : program(parse(text)), procedure(prepare(*program, {}).procedure) {
    EXPECT_TRUE(procedure);
    made = std::make_unique<Kernel>(*program, *procedure, interest);
  }
  const Kernel& kernel() const { return *made; }
  std::size_t variable(const std::string& name) const { return variableOf(*made, name); }
  unsigned block(const std::string& label) const {
    for (const auto& block : procedure->blocks)
      if (block->label == label) return block->index;
    throw std::out_of_range(label);
  }

  std::unique_ptr<Program> program;
  Procedure* procedure;
  std::unique_ptr<Kernel> made;
};

}  // namespace barricade::test
