// Which function a command is, and the outcomes of calls that never reach one.
#include "barricade/commands.h"

#include <stdexcept>

#include "barricade/option_help.h"
#include "report/json_report.h"

namespace barricade {

namespace {

Outcome failure(ExitCode code, std::string_view kind, const std::string& message,
                const std::string& input, const std::string& json) {
  Outcome outcome;
  outcome.code = code;
  outcome.messages = "barricade: error: " + message + "\n";
  if (!json.empty()) {
    Json document = documentJson(input, {}, {{std::string(kind), message, "", 0, 0}});
    outcome.files.push_back({json, serialize(document)});
  }
  return outcome;
}

}  // namespace

Outcome runCommand(const Settings& settings, const Publish& publish) {
  switch (settings.command) {
    case Command::Check: return checkCommand(settings);
    case Command::Print: return printCommand(settings);
    case Command::Document: return documentCommand(settings);
    case Command::Verify: return verifyCommand(settings, publish);
    case Command::Run: return executeCommand(settings);
    case Command::Instrument: return instrumentCommand(settings);
    case Command::Repair: return repairCommand(settings, publish);
  }
  throw std::logic_error("unknown command");
}

Outcome outcomeBeforeStart(const Settings& settings) {
  return failure(ExitCode::Undecided, "limit", std::string(stopReason), settings.inputs.front(),
                 settings.report.json);
}

Outcome usageOutcome(const std::string& message, const std::string& json) {
  return failure(ExitCode::Usage, "usage", message, "", json);
}

Outcome documentCommand(const Settings& settings) {
  Outcome outcome;
  if (settings.inputs.front() == "markdown") {
    outcome.text = optionsMarkdown();
  } else if (settings.inputs.front() == "man") {
    outcome.text = manualPage();
  } else {
    return usageOutcome("'document' takes markdown or man", "");
  }
  return outcome;
}

}  // namespace barricade
