// Which function a command is, and the outcomes of calls that never reach one.
#include "barricade/commands.h"

#include <stdexcept>

#include "barricade/option_help.h"
#include "barricade/rendering.h"
#include "report/json_report.h"

namespace barricade {

namespace {

Outcome failure(ExitCode code, std::string_view kind, const std::string& message,
                const std::string& input, const ReportSettings& report) {
  Outcome outcome;
  outcome.code = code;
  outcome.messages = "barricade: error: " + message + "\n";
  addDocument(outcome, report, documentJson(input, {}, {{std::string(kind), message, "", 0, 0}}));
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
    case Command::Advise: return adviseCommand(settings);
    case Command::Instrument: return instrumentCommand(settings);
    case Command::Repair: return repairCommand(settings, publish);
  }
  throw std::logic_error("unknown command");
}

Outcome outcomeBeforeStart(const Settings& settings) {
  return failure(ExitCode::Undecided, "limit", std::string(stopReason), inputName(settings),
                 settings.report);
}

Outcome usageOutcome(const UsageError& error) {
  ReportSettings report;
  report.json = error.json;
  report.jsonLines = error.jsonLines;
  return failure(ExitCode::Usage, "usage", error.message, "", report);
}

Outcome documentCommand(const Settings& settings) {
  Outcome outcome;
  if (settings.inputs.front() == "markdown") {
    outcome.text = optionsMarkdown();
  } else if (settings.inputs.front() == "man") {
    outcome.text = manualPage();
  } else if (settings.inputs.front() == "json") {
    outcome.text = optionsJson();
  } else {
    return usageOutcome({"'document' takes markdown, man or json"});
  }
  return outcome;
}

}  // namespace barricade
