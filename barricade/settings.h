// What one call of the program asks for: the command line as a value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "advice/memory_cost.h"
#include "analysis/options.h"
#include "repair/options.h"

namespace barricade {

enum class Command : unsigned {
  Check = 1,
  Print = 2,
  Verify = 4,
  Repair = 8,
  Instrument = 16,
  Run = 32,
  Advise = 64,
  Document = 128,  // prints the documentation of the options; not advertised
};

enum class ColorMode { Auto, Always, Never };

enum class StatsMode { Off, Text, Json };

// Whether findings are replayed in the interpreter; Require: only confirmed ones count.
enum class ConfirmMode { Off, On, Require };

struct ReportSettings {
  std::string json;  // a file, `-` for standard output, empty for none; as the next two
  std::string sarif;
  std::string html;
  bool jsonLines = false;   // on standard output: findings as they stand, then the verdict
  std::string editsTo;      // for a front end that turns repairs into patches of the source,
  std::string patchFrom;    // and answers here; both empty: there is none
  std::string output;       // -o: the printed, instrumented or repaired program
  std::string certificate;  // repair only
  ColorMode color = ColorMode::Auto;
  StatsMode stats = StatsMode::Off;
};

// `barricade run` only.
struct RunSettings {
  std::vector<std::string> arguments;  // --arg NAME=VALUE
  std::vector<std::string> arrays;     // --array NAME=CONTENTS
  std::uint64_t seed = 0;
  std::uint64_t steps = 100'000'000;  // over all threads; 0: no limit
  bool trace = false;
  bool compareOrders = false;
};

struct Settings {
  Command command = Command::Verify;
  std::vector<std::string> inputs;  // `-` is standard input
  std::string displayName;          // of the only input, in messages and reports; empty: its path
  std::vector<std::string> companions;
  std::string locations;  // --loc; empty: the file beside the input
  VerifyOptions verify;
  RepairOptions repair;
  RunSettings run;      // of `advise` as well
  MemoryLayout layout;  // `barricade advise` only, as the next
  bool adviseBarriers = false;
  bool require = false;  // conditions are looked for where sizes are given, too
  ConfirmMode confirm = ConfirmMode::On;
  // Whether barriers go without threads that have ended; nothing: as the program says.
  std::optional<bool> excusesExited;
  std::vector<std::string> arraySizes;        // --array-size NAME=ELEMENTS
  std::optional<std::uint64_t> sharedMemory;  // bytes of a block; nothing: as the program says
  ReportSettings report;
  double memoryMb = 0;  // 0: no limit
  bool help = false;
  bool version = false;
};

// What messages and reports call the first input.
inline const std::string& inputName(const Settings& settings) {
  return settings.displayName.empty() ? settings.inputs.front() : settings.displayName;
}

}  // namespace barricade
