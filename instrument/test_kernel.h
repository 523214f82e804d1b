// Small kernels for the tests of the instrumenter, in a notation of one line a statement:
//
//   body: @9.5        a block and the position of its marker (line.column)
//   R v @10.3         a read of array v, W v a write, A v an atomic operation
//   B 1 1 @11.3       a barrier with its two fences, G 1 1 a grid barrier
//   if c              the partition's condition c, !c for its negation
//   x                 a statement without accesses
//   goto a b | return
//
// `@7.3<12.5` is position 7.3 of a function that was inlined at 12.5. Arrays: s is shared, g and h
// are global, p is private, c constant; conditions $c, $d.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "instrument/instrument.h"
#include "ir/printer.h"

namespace barricade {

inline std::string positionAttributes(const std::string& chain) {
  std::string result;
  std::istringstream positions(chain.substr(1));
  for (std::string position; std::getline(positions, position, '<');) {
    const std::string line = position.substr(0, position.find('.'));
    const std::string column = position.substr(position.find('.') + 1);
    result += result.empty()
                  ? "{:line " + line + "} {:col " + column + "} {:fname \"k.cu\"} {:dir \"\"} "
                  : "{:inlined_at \"k.cu\", " + line + ", " + column + ", \"\"} ";
  }
  return result;
}

inline std::string kernelText(const std::string& body) {
  std::string text = "type _SIZE_T_TYPE = bv32;\n";
  for (const char* name : {"s", "g", "h", "p", "c"}) {
    const std::string array = name;
    const std::string space = array == "s"   ? "{:group_shared} "
                              : array == "p" ? ""
                              : array == "c" ? "{:constant} "
                                             : "{:global} ";
    text += "var {:source_name \"" + array + "\"} " + space + "$$" + array +
            " : [bv32]bv32;\naxiom {:array_info \"$$" + array + "\"} " + space +
            "{:elem_width 32} {:source_name \"" + array +
            "\"} {:source_elem_width 32} {:source_dimensions \"*\"} true;\n";
  }
  text +=
      "const {:local_id_x} local_id_x : bv32;\n"
      "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n";
  if (body.find("B ") != std::string::npos)
    text += "procedure {:source_name \"barrier\"} {:barrier} $barrier($0:bv1, $1:bv1);\n";
  if (body.find("G ") != std::string::npos)
    text += "procedure {:source_name \"grid\"} {:grid_barrier} $grid($0:bv1, $1:bv1);\n";
  text +=
      "procedure {:source_name \"k\"} {:kernel} $k($c:bool, $d:bool)\n"
      "{\n  var x:bv32;\n  var y:bv32;\n";
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> w;
    std::string at;
    for (std::string word; words >> word;)
      if (word[0] == '@')
        at = positionAttributes(word);
      else
        w.push_back(word);
    if (w.empty()) continue;
    const std::string marker = at.empty() ? "" : "  assert {:sourceloc} " + at + "true;\n";
    if (w[0].back() == ':') {
      text += "$" + w[0] + "\n";
      if (!at.empty()) text += "  assert {:block_sourceloc} " + at + "true;\n";
    } else if (w[0] == "R") {
      text += marker + "  x := $$" + w[1] + "[local_id_x];\n";
    } else if (w[0] == "W") {
      text += marker + "  $$" + w[1] + "[local_id_x] := x;\n";
    } else if (w[0] == "A") {
      text += marker + "  call {:atomic} {:atomic_function \"_atomicAdd\"} {:parts 1} {:part 1} " +
              "{:arg1 1bv32} x, $$" + w[1] + " := _ATOMIC_OP32($$" + w[1] + ", local_id_x);\n";
    } else if (w[0] == "B" || w[0] == "G") {
      text += "  call " + at + (w[0] == "B" ? "$barrier(" : "$grid(") + w[1] + "bv1, " + w[2] +
              "bv1);\n";
    } else if (w[0] == "if") {
      const bool negated = w[1][0] == '!';
      text += std::string("  assume {:partition} ") + (negated ? "!$" : "$") +
              w[1].substr(negated ? 1 : 0) + ";\n";
    } else if (w[0] == "x") {
      text += "  y := x;\n";
    } else if (w[0] == "goto") {
      text += "  goto $" + w[1];
      for (std::size_t i = 2; i < w.size(); ++i) text += ", $" + w[i];
      text += ";\n";
    } else {
      text += "  " + line + ";\n";
    }
  }
  return text + "}\n";
}

inline std::unique_ptr<Program> parse(const std::string& text) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString() << text;
  return program;
}

inline std::string text(const Program& program, const Procedure& procedure) {
  std::ostringstream out;
  print(out, program, procedure);
  return out.str();
}

// "before 10.3 w10", with "grid", "x2" (copies), "existing", "partial" and "inside" where it is so.
inline std::string summaryOf(const Site& site) {
  std::ostringstream out;
  out << toString(site.where);
  for (const SourcePosition& position : site.location)
    out << (&position == &site.location.front() ? ' ' : '<') << position.line << '.'
        << position.column;
  if (site.arm != Arm::None) out << ' ' << toString(site.arm);
  out << " w" << site.weight;
  if (site.scope == BarrierScope::Grid) out << " grid";
  if (site.copies.size() > 1) out << " x" << site.copies.size();
  if (site.existing) out << " existing";
  if (site.partialFence) out << " partial";
  if (site.insideStatement) out << " inside";
  return out.str();
}

using Lines = std::vector<std::string>;

inline Lines summaryOf(const Instrumentation& instrumentation) {
  Lines lines;
  for (const Site& site : instrumentation.sites) lines.push_back(summaryOf(site));
  return lines;
}

inline Lines sitesOf(const std::string& body, const SiteOptions& options = {}) {
  const auto program = parse(kernelText(body));
  if (!program) return {};
  return summaryOf(instrument(*program, *program->kernels().front(), options));
}

}  // namespace barricade
