// `barricade advise`: what costs each kernel of the program time, or the one that --kernel names.
#include <algorithm>

#include "advice/advice.h"
#include "barricade/barrier_advice.h"
#include "barricade/commands.h"
#include "barricade/concrete_launch.h"
#include "barricade/reading.h"
#include "barricade/rendering.h"
#include "report/text_report.h"

namespace barricade {

namespace {

bool ranToTheEnd(RunStatus status) {
  switch (status) {
    case RunStatus::Finished:
    case RunStatus::StoppedAtFinding:
    case RunStatus::StepLimit: return true;  // what ran until then was measured
    case RunStatus::PreconditionViolated:
    case RunStatus::AssumptionFailed:
    case RunStatus::Unsupported:
    case RunStatus::TooLarge: break;
  }
  return false;
}

std::string sizesText(const std::array<std::uint64_t, 3>& sizes) {
  return "(" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
         std::to_string(sizes[2]) + ")";
}

std::string totalsText(const AdviceTotals& totals, const std::string& what) {
  return std::to_string(totals.taken) + " " + what + " (" + std::to_string(totals.best) +
         " at best) in " + std::to_string(totals.executions);
}

std::string closingLines(const AdviceResult& result, const std::string& prefix) {
  std::string text = prefix + std::to_string(result.advice.size()) +
                     (result.advice.size() == 1 ? " piece" : " pieces") + " of advice\n";
  text += "  shared memory: " + totalsText(result.bankPasses, "passes") + " accesses by warps\n";
  text += "  global memory: " + totalsText(result.sectors, "sectors") + " accesses by warps\n";
  text += "  branches: " + std::to_string(result.branches.taken - result.branches.best) + " of " +
          std::to_string(result.branches.executions) + " executions by warps diverge\n";
  text += "  measured with blocks of " + sizesText(result.groupSize) + " threads, a grid of " +
          sizesText(result.numGroups) + ", warps of " + std::to_string(result.warpSize);
  for (const auto& [name, value] : result.values) text += ", " + name + " = " + value;
  return text + "\n";
}

Json totalsJson(const AdviceTotals& totals) {
  return {{"executions", totals.executions}, {"taken", totals.taken}, {"best", totals.best}};
}

Json adviceJson(const Advice& advice, const std::string& kernel) {
  Json object = {{"kind", toString(advice.kind)}, {"kernel", kernel}};
  addLocation(object, advice.place);
  object["message"] = headline(advice);
  if (advice.array != nullptr) {
    object["array"] = advice.array->sourceName;
    object["access"] = advice.access == AccessKind::Read    ? "read"
                       : advice.access == AccessKind::Write ? "write"
                                                            : "atomic";
    object["bytes"] = advice.bytes;
  }
  if (advice.kind == AdviceKind::BankConflict) object["degree"] = advice.degree;
  if (advice.kind == AdviceKind::Coalescing) {
    object["sectors"] = advice.sectors;
    object["minimum"] = advice.minimum;
  }
  if (advice.executions == 0) return object;
  object["executions"] = advice.executions;
  object["affected"] = advice.affected;
  object["taken"] = advice.taken;
  object["best"] = advice.best;
  return object;
}

Json kernelJson(const AdviceResult& result) {
  Json values = Json::object();
  for (const auto& [name, value] : result.values) values[name] = value;
  return {{"kernel", result.kernel},
          {"status", toString(result.status)},
          {"message", result.message},
          {"block_size", result.groupSize},
          {"grid_size", result.numGroups},
          {"warp_size", result.warpSize},
          {"values", std::move(values)},
          {"totals",
           {{"passes", totalsJson(result.bankPasses)},
            {"sectors", totalsJson(result.sectors)},
            {"branches", totalsJson(result.branches)}}},
          {"notes", result.notes}};
}

}  // namespace

Outcome adviseCommand(const Settings& settings) {
  Diagnostics diagnostics;
  const std::string& input = inputName(settings);
  const auto [program, kernels] = readKernels(settings, diagnostics);
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);

  AdviceOptions options;
  options.layout = settings.layout;
  options.run.seed = settings.run.seed;
  options.run.stepLimit = stepLimit(settings);
  SourceFiles sources(input);
  const ReportContext context{input, sources, usesColor(settings)};
  Outcome outcome;
  outcome.messages = diagnostics.toString();
  Json document = {{"schema", jsonSchema}, {"input", input}};
  for (const char* list : {"advice", "kernels", "errors"}) document[list] = Json::array();
  for (const Procedure* kernel : kernels) {
    LaunchConfiguration launch;
    if (auto problem = prepareLaunch(*program, *kernel, settings, launch))
      return usageOutcome({*problem, settings.report.json});
    AdviceResult result = advise(*program, *kernel, launch, options);
    if (settings.adviseBarriers && ranToTheEnd(result.status)) {
      BarrierAdvice barriers = adviseOnBarriers(*program, *kernel, settings);
      std::ranges::move(barriers.advice, std::back_inserter(result.advice));
      std::ranges::move(barriers.notes, std::back_inserter(result.notes));
    }
    const std::string prefix = input + ": kernel '" + kernel->sourceName + "': ";
    document["kernels"].push_back(kernelJson(result));
    for (const std::string& note : result.notes)
      outcome.messages += prefix + "note: " + note + "\n";
    if (!ranToTheEnd(result.status)) {
      outcome.code = ExitCode::Rejected;
      outcome.messages += prefix + "error: " + result.message + "\n";
      document["errors"].push_back(errorJson({"input", result.message, "", 0, 0}));
      continue;
    }
    if (!result.message.empty()) outcome.messages += prefix + "note: " + result.message + "\n";
    for (const Advice& advice : result.advice) {
      const std::string kind = " [" + std::string(toString(advice.kind)) + "]";
      outcome.text += adviceText(advice.place, headline(advice) + kind, costText(advice), context);
      document["advice"].push_back(adviceJson(advice, kernel->sourceName));
    }
    outcome.text += closingLines(result, prefix);
  }
  if (!settings.report.json.empty())
    outcome.files.push_back({settings.report.json, serialize(document)});
  return outcome;
}

}  // namespace barricade
