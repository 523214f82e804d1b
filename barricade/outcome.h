// What a command leaves behind: all its output as a value, rendered in full before a byte is
// written. So a command that is stopped leaves nothing half-written, and the supervisor can keep
// the outcome that was good so far.
#pragma once

#include <string>
#include <vector>

#include "barricade/exit_code.h"

namespace barricade {

struct OutputFile {
  std::string path;  // `-` is standard output
  std::string contents;
};

struct Outcome {
  ExitCode code = ExitCode::Fine;
  std::string text;      // for standard output; dropped when a file goes there
  std::string messages;  // for standard error
  std::vector<OutputFile> files;
  // So many bytes at the start of `text` stand, whatever comes; they can be written at once.
  std::size_t standing = 0;
};

// Stands in a snapshot's texts for the reason why the command was stopped, as the supervisor does
// not know it before.
inline constexpr std::string_view stopReason = "@@stop-reason@@";

// `outcome` with every `stopReason` replaced.
Outcome withStopReason(Outcome outcome, std::string_view reason);

// For the pipe between the processes.
std::string serialize(const Outcome& outcome);
Outcome deserializeOutcome(std::string_view bytes);

// Writes files, text and messages. Returns the outcome's code, or Internal when something could
// not be written, which is said on standard error.
ExitCode emit(const Outcome& outcome);

}  // namespace barricade
