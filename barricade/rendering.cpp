#include "barricade/rendering.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

#include "barricade/reading.h"
#include "report/html_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"

namespace barricade {

namespace {

// Least severe first.
int severity(ExitCode code) {
  switch (code) {
    case ExitCode::Fine: return 0;
    case ExitCode::Undecided: return 1;
    case ExitCode::Findings: return 2;
    default: return 3;
  }
}

std::string statistics(const Settings& settings, const VerificationResult& result) {
  switch (settings.report.stats) {
    case StatsMode::Off: return "";
    case StatsMode::Text: return statisticsText(result.statistics);
    case StatsMode::Json: return serialize(statisticsJson(result.statistics));
  }
  return "";
}

void addFile(Outcome& outcome, const std::string& path, std::string contents) {
  if (path.empty() || contents.empty()) return;
  std::erase_if(outcome.files, [&](const OutputFile& file) { return file.path == path; });
  outcome.files.push_back({path, std::move(contents)});
}

}  // namespace

ExitCode exitCodeOf(const KernelOutcome& outcome) {
  if (outcome.verification.verdict == Verdict::Rejected) return ExitCode::Rejected;
  if (outcome.repair) {
    switch (outcome.repair->status) {
      case RepairStatus::Unchanged:
      case RepairStatus::Repaired:
      case RepairStatus::Improved: return ExitCode::Fine;
      case RepairStatus::Unrepairable:
      case RepairStatus::NotApplicable: return ExitCode::Findings;
      case RepairStatus::Undecided: return ExitCode::Undecided;
    }
  }
  switch (outcome.verification.verdict) {
    case Verdict::Verified: return ExitCode::Fine;
    case Verdict::Refuted: return ExitCode::Findings;
    case Verdict::Undecided: return ExitCode::Undecided;
    case Verdict::Rejected: return ExitCode::Rejected;
  }
  return ExitCode::Internal;
}

Outcome render(const Settings& settings, const std::vector<KernelOutcome>& kernels,
               const Diagnostics& diagnostics) {
  const std::string& input = settings.inputs.front();
  const ReportSettings& report = settings.report;
  SourceFiles sources(input);
  ReportContext context{input, sources, usesColor(settings)};
  std::vector<ReportedError> errors = errorsOf(diagnostics);
  Outcome outcome;
  outcome.messages = diagnostics.toString();
  for (const KernelOutcome& kernel : kernels) {
    const VerificationResult& result = kernel.verification;
    Diagnostics rejections(0);
    for (const Rejection& rejection : result.rejections) addRejection(rejections, rejection);
    outcome.messages += rejections.toString();
    for (ReportedError& error : errorsOf(rejections)) errors.push_back(std::move(error));
    outcome.messages += statistics(settings, result);
    ExitCode code = exitCodeOf(kernel);
    if (severity(code) > severity(outcome.code)) outcome.code = code;
    if (result.verdict == Verdict::Rejected) continue;
    outcome.text +=
        kernel.repair ? textReport(*kernel.repair, context) : textReport(result, context);
    if (kernel.repair) {
      addFile(outcome, report.output, kernel.repair->fixedProgram);
      addFile(outcome, report.certificate, kernel.repair->certificate);
    }
  }
  if (!report.json.empty()) {
    addFile(outcome, report.json, serialize(documentJson(input, kernels, errors)));
  }
  if (!report.sarif.empty()) {
    addFile(outcome, report.sarif, serialize(sarifJson(kernels, context)));
  }
  if (!report.html.empty()) addFile(outcome, report.html, htmlReport(kernels, context));
  return outcome;
}

bool usesColor(const Settings& settings) {
  switch (settings.report.color) {
    case ColorMode::Always: return true;
    case ColorMode::Never: return false;
    case ColorMode::Auto: break;
  }
  const char* forbidden = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (forbidden == nullptr || *forbidden == '\0');
}

}  // namespace barricade
