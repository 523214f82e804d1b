#include "barricade/confirmation.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "analysis/atomic_results.h"
#include "analysis/independent_threads.h"
#include "analysis/unknown_values.h"
#include "barricade/run_finding.h"
#include "interpreter/finding_match.h"
#include "interpreter/launch.h"
#include "interpreter/replay.h"
#include "ir/index_arrays.h"
#include "ir/row_offsets.h"
#include "report/wording.h"

namespace barricade {
namespace {

// Whether they have a say in where, or how often, threads do what the finding is about.
bool decidePlaces(const UnknownValues& unknown, const Program& program, const Procedure& kernel,
                  const Finding& finding) {
  auto isPlace = [&](const Statement& statement) {
    return std::ranges::any_of(finding.places, [&](const FindingPlace& place) {
      return place.location == program.sources.chain(statement.location);
    });
  };
  return std::ranges::any_of(kernel.blocks, [&](const auto& block) {
    return std::ranges::any_of(block->statements, [&](const Statement& statement) {
      return isPlace(statement) && unknown.decide(*block, statement);
    });
  });
}

// Then a run is one of the IR, and need not be one of the program.
bool hangsOnUnknownValues(const Program& program, const Procedure& kernel, const Finding& finding) {
  const UnknownValues unknown(kernel);
  if (!unknown.any() || unknown.decideBarriers()) return unknown.any();
  return decidePlaces(unknown, program, kernel, finding);
}

// An array that another kernel computes, the kernel does not write, and has a say in which threads
// race; or null.
const Array* computedState(const Program& program, const Procedure& kernel,
                           const Finding& finding) {
  for (const Array* array : program.arrays()) {
    const Variable* variable = array->variable;
    if (!findAttribute(variable->attributes, "computed_by") || isWritten(kernel, variable))
      continue;
    if (decidePlaces(UnknownValues(kernel, variable), program, kernel, finding)) return array;
  }
  return nullptr;
}

// Where a run takes contents that need not be such: which elements threads race at is what another
// kernel has computed, or the kernel only stores at places that it looks up in a table at places of
// another one; or where such tables say which elements, and another kernel which threads. Empty
// elsewhere.
std::string givenPlaces(const Program& program, const Procedure& kernel, const Finding& finding) {
  if (finding.kind != FindingKind::Race || !finding.array) return "";
  const Variable* racing = finding.array->variable;
  std::vector<const Array*> tables = givenIndexArrays(program, kernel, racing);
  auto computed = [](const Array& array) {
    const Attribute* by = findAttribute(array.variable->attributes, "computed_by");
    return array.sourceName + ", which kernel '" + std::get<std::string>(by->args.front()) +
           "' computes";
  };
  const std::string hangsOn =
      "which elements of " + finding.array->sourceName + " threads use hangs on ";
  for (const Array* array : computedIndexArrays(program, kernel, racing))
    return hangsOn + computed(*array);
  if (!tables.empty())
    if (const Array* state = computedState(program, kernel, finding))
      return "which threads use which elements of " + finding.array->sourceName + " hangs on " +
             computed(*state) + ", and on " + enumerate(tables);
  const std::vector<const Array*> rows = rowOffsets(program, kernel);
  std::erase_if(tables, [&](const Array* array) { return std::ranges::count(rows, array) > 0; });
  const bool areGiven =
      std::ranges::all_of(tables, [](const Array* array) { return hasContentsOfProgram(*array); });
  return tables.size() > 1 && areGiven && isOnlyStored(kernel, racing)
             ? hangsOn + "what " + enumerate(tables) + " hold together"
             : "";
}

// Counters that say where threads use the array that they race on. As a rule a launch begins with 0
// in them.
std::vector<const Array*> countersOfPlaces(const Procedure& kernel, const Finding& finding) {
  std::vector<const Array*> counters;
  if (finding.kind != FindingKind::Race || !finding.array) return counters;
  const auto indices = indexArraysAndCounters(kernel, finding.array->variable);
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      const Array* counter = call ? counterOf(*call) : nullptr;
      if (counter && indices.contains(counter->variable) &&
          std::ranges::count(counters, counter) == 0)
        counters.push_back(counter);
    }
  return counters;
}

// Where a race that a run has shown is none of runs in which such counters begin with 0.
std::string otherBeginning(const Program& program, const Procedure& kernel, const Finding& finding,
                           const LaunchConfiguration& shown, const ReplayOptions& options) {
  const std::vector<const Array*> counters = countersOfPlaces(kernel, finding);
  const bool isZero = std::ranges::all_of(counters, [&](const Array* counter) {
    const auto it = shown.contents.find(counter->variable);
    return it != shown.contents.end() && it->second == ArrayContents::zeros();
  });
  if (isZero) return "";
  Finding zeroed = finding;
  std::vector<std::string> names;
  for (const Array* counter : counters) {
    zeroed.witness.zeroed.push_back(counter->variable);
    zeroed.witness.contents.erase(counter->variable);
    std::erase(zeroed.witness.likelyZero, counter->variable);
    names.push_back(counter->sourceName);
  }
  return replay(program, kernel, zeroed, options).confirmed
             ? ""
             : "runs show it only where counters do not begin with 0: " + enumerate(names);
}

// Nothing where it is no race of two threads.
std::optional<SeenRace> seenRace(const Program& program, const Procedure& kernel,
                                 const std::optional<RunFinding>& finding,
                                 const LaunchConfiguration& launch) {
  if (!finding || finding->kind != FindingKind::Race || finding->places.size() != 2 ||
      !finding->offset)
    return std::nullopt;
  SeenRace race;
  race.array = finding->array;
  race.offset = *finding->offset;
  for (unsigned i = 0; i < 2; ++i) {
    const RunPlace& place = finding->places[i];
    race.accesses[i] = {place.location, place.kind, place.thread.local, place.thread.group,
                        iterationsOf(place)};
  }
  for (const auto& [array, contents] : launch.contents)
    if (contents.fill == ArrayContents::Fill::Offsets) race.ordered.push_back(array);
  race.values = completeLaunch(program, kernel, launch, 0).values;
  return race;
}

// Races of threads of one block, then of two, that runs of the first blocks come upon.
std::vector<SeenRace> racesInRuns(const Program& program, const Procedure& kernel,
                                  ReplayOptions options) {
  options.steps = options.stepLimit = 300'000;
  options.seconds = 1;
  std::vector<SeenRace> seen;
  for (bool betweenBlocks : {false, true}) {
    Finding any;
    any.kind = FindingKind::Race;
    any.interGroup = betweenBlocks;
    for (const Variable* v : program.globals()) {
      if (!v->isThreadId()) continue;
      const auto kind =
          betweenBlocks ? LaunchConstant::Kind::GroupId : LaunchConstant::Kind::LocalId;
      any.witness.threadIds[0][v] = 0;
      any.witness.threadIds[1][v] = v->launch->kind == kind && v->launch->dimension == 0 ? 1 : 0;
    }
    const ReplayOutcome outcome = replay(program, kernel, any, options);
    if (const auto race = seenRace(program, kernel, outcome.finding, outcome.launch))
      seen.push_back(*race);
  }
  return seen;
}

// Races that runs have shown which were to confirm others. They began with what the verification
// takes for given.
class ComeUpon {
 public:
  ComeUpon(const Program& program, const Procedure& kernel) : program_(program), kernel_(kernel) {}

  const std::vector<SeenRace>& races() const { return races_; }

  void add(const ReplayOutcome& replayed) {
    const auto race = seenRace(program_, kernel_, replayed.elsewhere, replayed.launch);
    auto isSame = [&](const SeenRace& known) {
      return known.array == race->array &&
             std::ranges::is_permutation(known.accesses, race->accesses, {},
                                         &SeenRace::Access::location, &SeenRace::Access::location);
    };
    if (!race || std::ranges::any_of(races_, isSame)) return;
    races_.push_back(*race);
    ReplayOutcome& run = runs_.emplace_back();
    run.confirmed = true;
    run.finding = replayed.elsewhere;
    run.launch = replayed.launch;
  }

  // The run that has shown the finding, or null.
  const ReplayOutcome* runOf(const Finding& finding) const {
    const auto run = std::ranges::find_if(
        runs_, [&](const ReplayOutcome& shown) { return matches(finding, *shown.finding); });
    return run == runs_.end() ? nullptr : &*run;
  }

 private:
  const Program& program_;
  const Procedure& kernel_;
  std::vector<SeenRace> races_;
  std::vector<ReplayOutcome> runs_;  // of these, in this order
};

}  // namespace

void confirmByRuns(VerifyOptions& verify, const Program& program, const Procedure& kernel,
                   const Settings& settings) {
  verify.confirm = nullptr;
  if (settings.confirm == ConfirmMode::Off) {
    verify.unconfirmed = "no run of the kernel was made, with --confirm=off";
    return;
  }
  if (settings.verify.warpSync > 0) {
    verify.unconfirmed = "runs of the kernel do not know warps in lock step (--warp-sync)";
    return;
  }
  ReplayOptions options;
  options.benignTolerance = settings.verify.benignTolerance;
  options.waitCompletesCopy = !settings.verify.asyncNeedsBarrier;
  // A possible finding is as good a report as a late one. Work decides, not time, so that what is
  // confirmed does not depend on the machine.
  options.stepLimit = 3'000'000;
  options.steps = 2'000'000;
  options.seconds = 5;
  options.threadsAreIndependent = threadsAreIndependent(program, kernel);
  ReplayOptions quick = options;
  quick.steps = 300'000;
  auto seen = std::make_shared<std::optional<std::vector<SeenRace>>>();
  verify.probe = [&program, &kernel, options, seen] {
    if (!*seen) *seen = racesInRuns(program, kernel, options);
    return **seen;
  };
  auto comeUpon = std::make_shared<ComeUpon>(program, kernel);
  verify.comeUpon = [comeUpon] { return comeUpon->races(); };
  verify.confirm = [&program, &kernel, options, quick, comeUpon](const Finding& finding,
                                                                 ConfirmEffort effort) {
    if (finding.kind == FindingKind::Misaligned && finding.detail == "declaration")
      return Confirmation::possible("where the compiler puts the array decides");
    const ReplayOptions& runs = effort == ConfirmEffort::Thorough ? options : quick;
    const ReplayOutcome* run = effort == ConfirmEffort::Known ? comeUpon->runOf(finding) : nullptr;
    const ReplayOutcome replayed = run ? *run : replay(program, kernel, finding, runs);
    if (!replayed.confirmed) {
      comeUpon->add(replayed);
      return Confirmation::possible(replayed.reason, replayed.place);
    }
    if (const std::string reason = givenPlaces(program, kernel, finding); !reason.empty())
      return Confirmation::byRunOfTheKernelAlone(reason);
    if (const auto reason = otherBeginning(program, kernel, finding, replayed.launch, runs);
        !reason.empty())
      return Confirmation::byRunOfTheKernelAlone(reason);
    return hangsOnUnknownValues(program, kernel, finding)
               ? Confirmation::possible(
                     "it hangs on results of functions of which only their "
                     "contract is known")
               : Confirmation::byRun();
  };
}

void dropUnconfirmed(const Settings& settings, VerificationResult& result) {
  if (settings.confirm != ConfirmMode::Require) return;
  for (const Finding& finding : result.findings) {
    if (!finding.confirmation.isConfirmed()) {
      result.undecided.push_back(headline(finding) + ": " + describeConfirmation(finding));
    }
  }
  std::erase_if(result.findings,
                [](const Finding& finding) { return !finding.confirmation.isConfirmed(); });
  if (result.verdict == Verdict::Refuted && result.findings.empty()) {
    result.verdict = Verdict::Undecided;
  }
}

}  // namespace barricade
