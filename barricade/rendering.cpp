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
    case ExitCode::Conditional: return 1;
    case ExitCode::Undecided: return 2;
    case ExitCode::Findings: return 3;
    case ExitCode::Usage:
    case ExitCode::Rejected:
    case ExitCode::Internal: break;
  }
  return 4;
}

std::string statistics(const Settings& settings, const VerificationResult& result) {
  switch (settings.report.stats) {
    case StatsMode::Off: return "";
    case StatsMode::Text: return statisticsText(result.statistics);
    case StatsMode::Json: return serialize(statisticsJson(result.statistics));
  }
  return "";
}

// A correct kernel stays correct when its improvement cannot be written.
bool needsPatch(const std::vector<KernelOutcome>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [](const KernelOutcome& kernel) {
    return kernel.repair && std::any_of(kernel.repair->edits.begin(), kernel.repair->edits.end(),
                                        [](const RepairEdit& edit) { return !edit.optional; });
  });
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
      case RepairStatus::Improved:
        return outcome.repair->findingsLeft > 0 ? ExitCode::Findings : ExitCode::Fine;
      case RepairStatus::Unrepairable:
      case RepairStatus::NotApplicable: return ExitCode::Findings;
      case RepairStatus::Undecided: return ExitCode::Undecided;
    }
  }
  switch (outcome.verification.verdict) {
    case Verdict::Verified: return ExitCode::Fine;
    case Verdict::Conditional: return ExitCode::Conditional;
    case Verdict::Refuted: return ExitCode::Findings;
    case Verdict::Undecided: return ExitCode::Undecided;
    case Verdict::Rejected: return ExitCode::Rejected;
  }
  return ExitCode::Internal;
}

Outcome render(const Settings& settings, const std::vector<KernelOutcome>& kernels,
               const Diagnostics& diagnostics, const FindingStream& stream, const Patch* patch) {
  const std::string& input = inputName(settings);
  const ReportSettings& report = settings.report;
  SourceFiles sources(input);
  ReportContext context{input, sources, usesColor(settings), patch};
  std::vector<ReportedError> errors = errorsOf(diagnostics);
  Outcome outcome;
  outcome.messages = diagnostics.toString();
  outcome.text = stream.text();
  outcome.standing = stream.text().size();
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const KernelOutcome& kernel = kernels[i];
    const VerificationResult& result = kernel.verification;
    Diagnostics rejections(0);
    for (const Rejection& rejection : result.rejections) addRejection(rejections, rejection);
    outcome.messages += rejections.toString();
    for (ReportedError& error : errorsOf(rejections)) errors.push_back(std::move(error));
    outcome.messages += statistics(settings, result);
    ExitCode code = exitCodeOf(kernel);
    if (severity(code) > severity(outcome.code)) outcome.code = code;
    if (result.verdict == Verdict::Rejected) continue;
    if (!stream.isLive()) outcome.text += findingsText(result, context);
    if (!report.jsonLines && i >= stream.closed()) outcome.text += closingText(kernel, context);
    if (kernel.repair) {
      addFile(outcome, report.output, kernel.repair->fixedProgram);
      addFile(outcome, report.certificate, kernel.repair->certificate);
    }
  }
  if (patch && patch->status == Patch::Status::Withheld && needsPatch(kernels) &&
      severity(ExitCode::Findings) > severity(outcome.code))
    outcome.code = ExitCode::Findings;
  if (patch && !patch->stays.empty() && severity(ExitCode::Findings) > severity(outcome.code))
    outcome.code = ExitCode::Findings;
  addDocument(outcome, report, documentJson(input, kernels, errors, patch));
  if (!report.sarif.empty()) {
    addFile(outcome, report.sarif, serialize(sarifJson(kernels, context)));
  }
  if (!report.html.empty()) addFile(outcome, report.html, htmlReport(kernels, context));
  return outcome;
}

void addDocument(Outcome& outcome, const ReportSettings& report, const Json& document) {
  if (!report.json.empty()) addFile(outcome, report.json, serialize(document));
  if (report.jsonLines) outcome.text += verdictLine(document);
}

bool documentOnStandardOutput(const ReportSettings& report) {
  const auto files = {&report.json, &report.sarif, &report.html, &report.output,
                      &report.certificate};
  return std::any_of(files.begin(), files.end(),
                     [](const std::string* file) { return *file == "-"; });
}

std::string closingText(const KernelOutcome& kernel, const ReportContext& context) {
  if (kernel.verification.verdict == Verdict::Rejected) return "";
  return kernel.repair ? closingText(*kernel.repair, context)
                       : closingText(kernel.verification, context);
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
