// The front end: IR text -> Program, or diagnostics that say where the text is wrong.
//
//   Diagnostics diagnostics;
//   std::unique_ptr<Program> program = readProgram("kernel.gbpl", {}, diagnostics);
//   std::cerr << diagnostics.toString();   // warnings too
//   if (!program) return ExitCode::Rejected;
//
// The language is described in docs/ir.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostics.h"
#include "ir/program.h"

namespace barricade {

struct InputFile {
  std::string path;  // as the messages name it
  std::string text;
};

struct ParseOptions {
  std::vector<std::string> companions;  // .bpl files with more declarations, read afterwards
  std::string displayName = {};         // what messages call the program; empty: its path
  // Source locations; empty: the sibling K.loc of K.gbpl, if there is one.
  std::string locFile;
};

// Reads files; "-" is standard input. Null when there is any error.
std::unique_ptr<Program> readProgram(const std::string& path, const ParseOptions& options,
                                     Diagnostics& diagnostics);

// The same for texts in memory.
std::unique_ptr<Program> parseProgram(InputFile main, std::vector<InputFile> companions,
                                      std::optional<InputFile> loc, Diagnostics& diagnostics);

}  // namespace barricade
