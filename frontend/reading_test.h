// What the front end's tests share: reading a text, and its diagnostics in short.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "ir/printer.h"

namespace barricade::test {

inline std::string inShort(const Diagnostic& diagnostic) {
  std::string text =
      std::to_string(diagnostic.range.line) + ":" + std::to_string(diagnostic.range.column) + ": ";
  if (diagnostic.severity == Diagnostic::Severity::Warning) text += "warning: ";
  if (diagnostic.severity == Diagnostic::Severity::Note) text += "note: ";
  text += diagnostic.message;
  for (const Diagnostic& note : diagnostic.notes) text += " | " + inShort(note);
  return text;
}

// "line:column: message | notes", one for each diagnostic.
inline std::vector<std::string> diagnosticsOf(const std::string& text,
                                              std::optional<InputFile> loc = std::nullopt) {
  Diagnostics diagnostics;
  const auto program = parseProgram({"t.gbpl", text}, {}, std::move(loc), diagnostics);
  EXPECT_EQ(program == nullptr, diagnostics.hasErrors());
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) result.push_back(inShort(diagnostic));
  return result;
}

// The program of a text that must be right, without a warning.
inline std::unique_ptr<Program> programOf(const std::string& text,
                                          std::optional<InputFile> loc = std::nullopt,
                                          std::vector<InputFile> companions = {}) {
  Diagnostics diagnostics;
  auto program = parseProgram({"t.gbpl", text}, std::move(companions), std::move(loc), diagnostics);
  EXPECT_EQ(diagnostics.toString(), "");
  return program ? std::move(program) : std::make_unique<Program>();
}

inline Procedure& procedureOf(const Program& program, const std::string& name) {
  for (Procedure* procedure : program.procedures())
    if (procedure->name == name) return *procedure;
  throw std::out_of_range(name);
}

inline Variable& globalOf(const Program& program, const std::string& name) {
  for (Variable* variable : program.globals())
    if (variable->name == name) return *variable;
  throw std::out_of_range(name);
}

inline std::string printed(const Program& program, const std::string& procedure) {
  std::ostringstream out;
  print(out, program, procedureOf(program, procedure));
  return std::move(out).str();
}

}  // namespace barricade::test
