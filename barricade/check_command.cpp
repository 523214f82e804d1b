// `barricade check`: reads programs and says what they hold.
#include "barricade/commands.h"
#include "barricade/reading.h"
#include "barricade/summary.h"

namespace barricade {

Outcome checkCommand(const Settings& settings) {
  Outcome outcome;
  Json files = Json::array();
  for (const std::string& input : settings.inputs) {
    Diagnostics diagnostics;
    Json file = {{"input", input}};
    file["kernels"] = Json::array();
    std::string text;
    if (std::unique_ptr<Program> program = readInput(settings, input, diagnostics)) {
      for (Procedure* kernel : chooseKernels(*program, settings, diagnostics)) {
        KernelSummary summary = summarize(*program, *kernel, settings.verify, diagnostics);
        text += input + ": " + toString(summary);
        file["kernels"].push_back(summaryJson(summary));
      }
    }
    if (diagnostics.hasErrors()) {
      outcome.code = ExitCode::Rejected;
    } else {
      outcome.text += text;
    }
    outcome.messages += diagnostics.toString();
    file["accepted"] = !diagnostics.hasErrors();
    file["errors"] = Json::array();
    for (const ReportedError& error : errorsOf(diagnostics)) {
      file["errors"].push_back(errorJson(error));
    }
    files.push_back(std::move(file));
  }
  if (!settings.report.json.empty()) {
    Json document = {{"schema", jsonSchema}, {"inputs", std::move(files)}};
    outcome.files.push_back({settings.report.json, serialize(document)});
  }
  return outcome;
}

}  // namespace barricade
