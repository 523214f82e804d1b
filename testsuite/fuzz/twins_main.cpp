// barricade_twins: the interpreter and the verifier against what is known of kernels
// (docs/fuzzing.md). Twins (twins.h) must show something or nothing, by how they are made, and what
// race-free ones leave in memory must not depend on the schedule. No broken twin may verify; what
// the verifier says of right ones is counted. Other random kernels run on both of the interpreter's
// machines, which must agree whether something is wrong.
#include <algorithm>
#include <iostream>
#include <map>

#include "frontend/frontend.h"
#include "interpreter/schedules.h"
#include "testsuite/fuzz/generate.h"
#include "testsuite/fuzz/numbers.h"
#include "testsuite/fuzz/twins.h"
#include "verifier/verify.h"

namespace barricade::fuzz {
namespace {

struct Settings {
  std::uint64_t seed = 1, twins = 2000, kernels = 500;
  std::uint64_t verified = 300;  // so many twins are verified
  std::optional<std::uint64_t> one;
};

std::unique_ptr<Program> read(const std::string& text) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  if (!program) std::cerr << diagnostics.toString();
  return program;
}

RunOptions optionsFor(std::uint64_t seed) {
  RunOptions options;
  options.seed = seed;
  options.stepLimit = 500'000;
  return options;
}

using Memory = std::map<std::string, std::map<std::uint64_t, BigInt>>;

// Of global arrays; shared ones are those of the group that ran last.
Memory memoryOf(const RunResult& result) {
  Memory memory;
  for (const ArrayAfterwards& after : result.arrays)
    if (!after.group) memory[after.array->sourceName] = after.elements;
  return memory;
}

// What is wrong with what the interpreter says; empty when nothing is.
std::string checkTwin(const Twin& twin) {
  const auto program = read(render(twin.kernel));
  if (!program) return "the front end refuses it";
  constexpr unsigned schedules = 12;
  std::vector<Schedule> all = {Schedule{}};
  for (const Schedule& schedule : otherSchedules(schedules)) all.push_back(schedule);
  std::optional<Memory> memory;
  bool found = false;
  for (const Schedule& schedule : all) {
    RunOptions options = optionsFor(0);
    options.schedule = schedule;
    LaunchConfiguration launch;
    launch.otherContents = ArrayContents::random(7, 16);
    for (const Array* array : program->arrays())
      if (array->sourceName == "b" || array->sourceName == "tickets" ||
          array->sourceName == "buckets")
        launch.contents[array->variable] = ArrayContents::zeros();
    const RunResult result = run(*program, *program->kernels().front(), launch, options);
    found |= !result.findings.empty();
    if (!twin.right) continue;
    if (!result.findings.empty()) return "shows " + result.findings.front().message;
    if (result.status != RunStatus::Finished) return "does not finish: " + result.message;
    if (!memory) memory = memoryOf(result);
    if (!twin.atomics && *memory != memoryOf(result)) return "memory depends on the schedule";
  }
  return twin.right || found ? "" : "shows nothing";
}

//--- The verifier ---------------------------------------------------------------------------

// What the verifier has said of the twins of a kind.
struct Verdicts {
  unsigned verified = 0, refuted = 0, undecided = 0, rejected = 0;
  std::string reason;  // of the last one that is not verified
  double seconds = 0;
};

std::string checkVerdict(const Twin& twin, Verdicts& verdicts) {
  constexpr double limit = 20;  // seconds
  const auto program = read(render(twin.kernel));
  if (!program) return "the front end refuses it";
  VerifyOptions options;
  options.timeout = limit;
  const VerificationResult result = verify(*program, options);
  verdicts.seconds += result.statistics.seconds;
  switch (result.verdict) {
    case Verdict::Verified: ++verdicts.verified; break;
    case Verdict::Conditional:
    case Verdict::Refuted: ++verdicts.refuted; break;
    case Verdict::Undecided: ++verdicts.undecided; break;
    case Verdict::Rejected: ++verdicts.rejected; break;
  }
  if (!result.findings.empty()) verdicts.reason = result.findings.front().message;
  if (!result.rejections.empty()) verdicts.reason = result.rejections.front().message;
  return result.verdict == Verdict::Verified && !twin.right ? "is verified" : "";
}

// The machines order what races differently; whether something is wrong they have to agree on.
std::string compareMachines(const Kernel& kernel) {
  const auto program = read(render(kernel));
  if (!program) return "the front end refuses it";
  for (unsigned round = 0; round < 4; ++round) {
    LaunchConfiguration launch;
    for (const Variable* parameter : program->kernels().front()->parameters)
      launch.values[parameter] = 2 * round + 1;
    launch.otherContents = round == 0 ? ArrayContents::zeros() : ArrayContents::random(round, 4);
    RunOptions options = optionsFor(round);
    const RunResult barriers = run(*program, *program->kernels().front(), launch, options);
    options.takeTurns = true;
    RunResult turns = run(*program, *program->kernels().front(), launch, options);
    // Atomic operations may order what races when they happen the other way round.
    constexpr unsigned schedules = 8;
    if (!barriers.findings.empty() && turns.findings.empty())
      for (const Schedule& schedule : otherSchedules(schedules)) {
        options.schedule = schedule;
        turns = run(*program, *program->kernels().front(), launch, options);
        if (!turns.findings.empty()) break;
      }
    if (barriers.status != RunStatus::Finished || turns.status != RunStatus::Finished) {
      const bool ends = turns.status == RunStatus::StoppedAtFinding;
      if (!ends || barriers.status != RunStatus::Finished) continue;
    }
    if (barriers.findings.empty() == turns.findings.empty()) continue;
    return barriers.findings.empty()
               ? "only in turns: " + turns.findings.front().message
               : "only from barrier to barrier: " + barriers.findings.front().message;
  }
  return "";
}

int main(const Settings& settings) {
  std::map<std::string, std::pair<unsigned, unsigned>> parts;  // by name: how often, and wrong
  std::map<std::string, Verdicts> verdicts;                    // of right twins
  Verdicts ofBroken;
  unsigned wrong = 0;
  auto tell = [&](std::uint64_t seed, const std::string& what, const Kernel& kernel) {
    if (++wrong <= 5) std::cout << "seed " << seed << ": " << what << '\n' << render(kernel);
  };
  const std::uint64_t first = settings.seed * 1'000'000;
  for (std::uint64_t i = 0; i < settings.twins; ++i) {
    const std::uint64_t seed = settings.one.value_or(first + i);
    Random random(seed);
    const Twin twin = makeTwin(random);
    if (settings.one) std::cout << render(twin.kernel);
    std::string problem = checkTwin(twin);
    if (problem.empty() && i < settings.verified)
      problem = checkVerdict(twin, twin.right ? verdicts[twin.name] : ofBroken);
    auto& [count, bad] = parts[twin.name];
    ++count;
    if (!problem.empty()) {
      ++bad;
      tell(seed, twin.name + (twin.right ? " (right) " : " (broken) ") + problem, twin.kernel);
    }
    if (settings.one) break;
  }
  for (std::uint64_t i = 0; i < settings.kernels && !settings.one; ++i) {
    Random random(first + i);
    const Kernel kernel = generate(random, random.percent(60));
    const std::string problem = compareMachines(kernel);
    if (!problem.empty()) tell(first + i, problem, kernel);
  }
  for (const auto& [name, counts] : parts)
    if (counts.second != 0)
      std::cout << name << ": " << counts.second << " of " << counts.first << " wrong\n";
  for (const auto& [name, said] : verdicts)
    std::cout << name << ": " << said.verified << " verified, " << said.refuted << " refuted, "
              << said.undecided << " undecided, " << said.rejected << " rejected, " << said.seconds
              << " s" << (said.reason.empty() ? "" : " (" + said.reason + ")") << '\n';
  std::cout << settings.twins << " twins of " << parts.size() << " kinds, " << settings.kernels
            << " kernels on two machines, " << wrong << " disagreements\n";
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace barricade::fuzz

int main(int argc, char** argv) {
  barricade::fuzz::Settings settings;
  const barricade::fuzz::NumberOptions options = {
      {"--seed", [&](std::uint64_t value) { settings.seed = value; }},
      {"--twins", [&](std::uint64_t value) { settings.twins = value; }},
      {"--kernels", [&](std::uint64_t value) { settings.kernels = value; }},
      {"--verified", [&](std::uint64_t value) { settings.verified = value; }},
      {"--twin", [&](std::uint64_t value) { settings.one = value; }}};
  if (!barricade::fuzz::readNumbers(
          argc, argv, options,
          "barricade_twins [--seed S] [--twins N] [--verified N] [--kernels N]"
          " [--twin SEED]"))
    return 2;
  return barricade::fuzz::main(settings);
}
