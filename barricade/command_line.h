// The command line as a value. Boost.ProgramOptions splits it; names, ranges and combinations are
// checked against the option table, so that every message names the option as it was written.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "barricade/settings.h"

namespace barricade {

// What is wrong with the command line, for people: one line, without "error:".
struct UsageError {
  std::string message;
  std::string json = {};   // the value of --json when there was one, so that a document can be
  bool jsonLines = false;  // written, and whether --json-lines was there
};

// `arguments` are those after the program's name: a command, options and files. Defaults come
// from the option table. With `help` or `version` set, inputs may be missing.
std::variant<Settings, UsageError> parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace barricade
