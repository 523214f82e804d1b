// The program: from the command line to an exit code.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include <unistd.h>

#include "barricade/command_line.h"
#include "barricade/commands.h"
#include "barricade/helpers.h"
#include "barricade/option_help.h"
#include "barricade/option_table.h"
#include "barricade/version.h"
#include "report/atomic_file.h"

namespace {

using namespace barricade;

std::string stageOf(Command command) {
  return command == Command::Verify ? "verification" : std::string(commandSpec(command).name);
}

Outcome outcomeOf(const std::vector<std::string>& arguments) {
  auto parsed = parseCommandLine(arguments);
  if (auto* error = std::get_if<UsageError>(&parsed)) {
    return usageOutcome(*error);
  }
  const Settings& settings = std::get<Settings>(parsed);
  Outcome outcome;
  if (settings.version) {
    outcome.text = "barricade " + versionWithCommit() + "\n";
    return outcome;
  }
  if (settings.help) {
    outcome.text =
        settings.command == Command::Document ? generalHelp() : commandHelp(settings.command);
    return outcome;
  }
  ProcessLimits limits{settings.verify.timeout, settings.memoryMb, stageOf(settings.command)};
  return supervise(
      limits, outcomeBeforeStart(settings),
      [&](const Publish& publish) { return runCommand(settings, publish); },
      [](std::string_view text) { writeAll(STDOUT_FILENO, text); });
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (isForHelpers(arguments)) {
    std::fprintf(stderr, "barricade: error: %s\n", becomeHelper(arguments).c_str());
    return int(ExitCode::Internal);
  }
  // A reader that has gone (`barricade ... | head`) is a write error like any other.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that grows beyond `ulimit -f`.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return int(emit(outcomeOf(arguments)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "barricade: internal error: %s\n", error.what());
    return int(ExitCode::Internal);
  }
}
