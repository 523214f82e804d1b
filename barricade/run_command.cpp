// `barricade run`: a kernel on concrete values.
#include "analysis/alignment_checks.h"
#include "barricade/commands.h"
#include "barricade/concrete_launch.h"
#include "barricade/reading.h"
#include "interpreter/schedules.h"
#include "report/source_files.h"

namespace barricade {

namespace {

constexpr std::size_t shownElements = 64;
constexpr unsigned triedSchedules = 7;  // where threads take turns, beyond the first

std::string placeText(const SourceChain& chain) {
  return isKnown(chain) ? chain.front().toString() + ": " : "";
}

void addFinding(std::string& text, const std::string& input, const RunFinding& finding) {
  std::string place = finding.places.empty() ? "" : placeText(finding.places.front().chain);
  text += (place.empty() ? input + ": " : place) + "error: " + finding.message + " [" +
          std::string(toString(finding.kind)) + "]\n";
  for (const RunPlace& where : finding.places) {
    std::string at = placeText(where.chain);
    text +=
        (at.empty() ? input + ": " : at) + "note: " + where.kind + " by " + where.thread.toString();
    if (where.value) text += ", value " + where.value->str();
    text += "\n";
  }
  if (finding.occurrences > 1) {
    text += input + ": note: " + std::to_string(finding.occurrences) + " times\n";
  }
}

void addArrays(std::string& text, const RunResult& result) {
  for (const ArrayAfterwards& array : result.arrays) {
    text += array.array->sourceName;
    if (array.group) text += " (last block)";
    text += ":";
    std::size_t shown = 0;
    std::optional<std::uint64_t> next;
    for (const auto& [offset, value] : array.elements) {
      if (++shown > shownElements) {
        text += " ... (" + std::to_string(array.elements.size()) + " elements)";
        break;
      }
      if (offset != next.value_or(0)) text += " [" + std::to_string(offset) + "]";
      text += " " + value.str();
      next = offset + 1;
    }
    text += "\n";
  }
}

std::string traceLine(const Program& program, const TraceStep& step) {
  static constexpr std::string_view names[] = {"assign",  "read",         "write", "atomic",
                                               "barrier", "grid barrier", "async", "wait",
                                               "end",     "synchronize"};
  std::string text = step.thread.toString() + ": " + std::string(names[int(step.kind)]);
  if (step.variable != nullptr) {
    text += " " + step.variable->name;
    bool isAccess = step.variable->array != nullptr;
    if (isAccess) text += "[" + std::to_string(step.offset) + "]";
    text += " = " + step.value.str();
  }
  const SourcePosition& position = program.sources.position(step.location);
  if (position.isKnown()) text += "  (" + position.toString() + ")";
  return text + "\n";
}

ExitCode exitCodeOf(const RunResult& result) {
  if (!result.findings.empty()) return ExitCode::Findings;
  switch (result.status) {
    case RunStatus::Finished:
    case RunStatus::StoppedAtFinding: return ExitCode::Fine;
    case RunStatus::StepLimit: return ExitCode::Undecided;
    case RunStatus::PreconditionViolated:
    case RunStatus::AssumptionFailed:
    case RunStatus::Unsupported:
    case RunStatus::TooLarge: return ExitCode::Rejected;
  }
  return ExitCode::Internal;
}

Json runJson(const Settings& settings, const Procedure& kernel, const RunResult& result) {
  Json document = {{"schema", jsonSchema}, {"input", inputName(settings)}};
  document["kernel"] = kernel.sourceName;
  document["status"] = toString(result.status);
  document["message"] = result.message;
  document["block_size"] = result.groupSize;
  document["grid_size"] = result.numGroups;
  document["steps"] = result.steps;
  document["findings"] = Json::array();
  for (const RunFinding& finding : result.findings) {
    Json object = {{"kind", toString(finding.kind)},
                   {"detail", finding.detail},
                   {"message", finding.message},
                   {"occurrences", finding.occurrences}};
    object["accesses"] = Json::array();
    for (const RunPlace& place : finding.places) {
      Json access;
      addPosition(access, place.chain.empty() ? SourcePosition{} : place.chain.front());
      access["kind"] = place.kind;
      access["thread"] = place.thread.local;
      access["block"] = place.thread.group;
      object["accesses"].push_back(std::move(access));
    }
    document["findings"].push_back(std::move(object));
  }
  document["arrays"] = Json::array();
  for (const ArrayAfterwards& array : result.arrays) {
    Json elements = Json::object();
    for (const auto& [offset, value] : array.elements) {
      elements[std::to_string(offset)] = value.str();
    }
    document["arrays"].push_back(
        {{"array", array.array->sourceName}, {"elements", std::move(elements)}});
  }
  document["notes"] = result.notes;
  document["errors"] = Json::array();
  return document;
}

// What differs between thread orders; an atomic operation whose order matters shows here too.
std::string compareOrders(const Program& program, const Procedure& kernel,
                          const LaunchConfiguration& launch, const RunOptions& options) {
  ScheduleComparison comparison = compareSchedules(program, kernel, launch, options);
  if (!comparison.problem.empty()) return "orders: not compared: " + comparison.problem + "\n";
  if (!comparison.differ) {
    return "orders: " + std::to_string(comparison.runs) + " thread orders leave the same memory\n";
  }
  return "orders: " + comparison.array->sourceName + "[" + std::to_string(comparison.offset) +
         "] is " + comparison.values[0].str() + " (" + comparison.schedules[0] + ") or " +
         comparison.values[1].str() + " (" + comparison.schedules[1] + ")\n";
}

}  // namespace

Outcome executeCommand(const Settings& settings) {
  Diagnostics diagnostics;
  const std::string& input = inputName(settings);
  const auto [program, kernels] = readKernels(settings, diagnostics);
  if (kernels.size() > 1) {
    diagnostics.error(TextRange{program->fileName},
                      "the program has several kernels; choose one with --kernel");
  }
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);
  const Procedure& kernel = *kernels.front();

  LaunchConfiguration launch;
  if (auto problem = prepareLaunch(*program, kernel, settings, launch)) {
    return usageOutcome({*problem, settings.report.json});
  }
  Outcome outcome;
  outcome.messages = diagnostics.toString();
  RunOptions options;
  options.benignTolerance = settings.verify.benignTolerance;
  options.checkBounds = settings.verify.checks.bounds == CheckDepth::Full;
  options.checkInitialization = settings.verify.checks.uninitialized == CheckDepth::Full;
  options.waitCompletesCopy = !settings.verify.asyncNeedsBarrier;
  options.seed = settings.run.seed;
  options.stepLimit = stepLimit(settings);
  if (settings.verify.checks.misaligned != CheckDepth::Full)
    for (const auto& procedure : program->procedures())
      keepAlignmentChecks(*procedure, CheckDepth::Off);
  RunOptions traced = options;
  if (settings.run.trace) {
    traced.trace = [&](const TraceStep& step) { outcome.text += traceLine(*program, step); };
  }
  RunResult result = run(*program, kernel, launch, traced);
  unsigned schedules = 1;
  if (result.interleaved && !settings.run.trace)
    for (const Schedule& schedule : otherSchedules(triedSchedules)) {
      if (!result.findings.empty() || result.status != RunStatus::Finished) break;
      options.schedule = schedule;
      result = run(*program, kernel, launch, options);
      ++schedules;
    }

  outcome.code = exitCodeOf(result);
  for (const RunFinding& finding : result.findings) addFinding(outcome.text, input, finding);
  for (const std::string& note : result.notes) outcome.messages += input + ": note: " + note + "\n";
  if (!result.message.empty()) outcome.messages += input + ": error: " + result.message + "\n";
  addArrays(outcome.text, result);
  if (settings.run.compareOrders && result.status == RunStatus::Finished) {
    outcome.text += compareOrders(*program, kernel, launch, options);
  }
  outcome.text +=
      input + ": kernel '" + kernel.sourceName + "': " + std::string(toString(result.status)) +
      ", " + std::to_string(result.threads) + " threads, " + std::to_string(result.steps) +
      " steps" + (schedules > 1 ? ", " + std::to_string(schedules) + " schedules\n" : "\n");
  if (!settings.report.json.empty()) {
    outcome.files.push_back({settings.report.json, serialize(runJson(settings, kernel, result))});
  }
  return outcome;
}

}  // namespace barricade
