// `barricade print`: the program as it was read.
#include "barricade/commands.h"
#include "barricade/reading.h"
#include "ir/printer.h"

namespace barricade {

Outcome printCommand(const Settings& settings) {
  Diagnostics diagnostics;
  std::unique_ptr<Program> program = readInput(settings, settings.inputs.front(), diagnostics);
  if (!program) return rejectedOutcome(settings, diagnostics);
  Outcome outcome;
  outcome.messages = diagnostics.toString();
  std::string text = toString(*program);
  if (settings.report.output.empty() || settings.report.output == "-") {
    outcome.text = std::move(text);
  } else {
    outcome.files.push_back({settings.report.output, std::move(text)});
  }
  if (!settings.report.json.empty()) {
    Json document = {{"schema", jsonSchema}, {"input", inputName(settings)}};
    document["errors"] = Json::array();
    outcome.files.push_back({settings.report.json, serialize(document)});
  }
  return outcome;
}

}  // namespace barricade
