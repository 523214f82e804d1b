#include "testsuite/fuzz/checks.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "analysis/prepare.h"
#include "analysis/updates.h"
#include "frontend/frontend.h"
#include "interpreter/replay.h"
#include "ir/printer.h"
#include "repair/placement.h"
#include "repair/repair.h"
#include "repair/site_options.h"
#include "testsuite/fuzz/cheaper_splits.h"
#include "testsuite/fuzz/concrete.h"
#include "testsuite/fuzz/lowered.h"
#include "testsuite/fuzz/random.h"
#include "verifier/verify.h"

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

std::unique_ptr<Program> parse(const std::string& text, std::string* errors = nullptr) {
  Diagnostics diagnostics;
  auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  if (!program && errors) *errors = diagnostics.toString();
  return program;
}

std::vector<Body> innerBodies(const Kernel& kernel) {
  std::vector<Body> bodies = {kernel.body};
  for (const KernelProcedure& procedure : kernel.procedures) bodies.push_back(procedure.body);
  return bodies;
}

// What an alarm about this kernel may come from.
Feature featureOf(const Kernel& kernel) {
  bool havoc = false, atomics = false, contents = false, threadLoop = false, loop = false;
  for (Body body : innerBodies(kernel))
    forEachBody(body, [&](Body& statements) {
      for (const Statement& s : statements) {
        havoc = havoc || s.kind == Kind::Havoc;
        atomics = atomics || s.kind == Kind::Atomic;
        for (const std::string* text : {&s.condition, &s.index})
          contents = contents || text->find("x0") != text->npos || text->find("x1") != text->npos ||
                     text->find("x2") != text->npos;
        loop = loop || s.kind == Kind::Loop;
        threadLoop = threadLoop || s.kind == Kind::Break ||
                     (s.kind == Kind::Loop && s.condition.find("local_id") != std::string::npos);
      }
    });
  return havoc        ? Feature::Havoc
         : atomics    ? Feature::Atomics
         : contents   ? Feature::Contents
         : threadLoop ? Feature::ThreadLoop
         : loop       ? Feature::Loop
                      : Feature::Straight;
}

bool isBarrier(const Statement& s) {
  return s.kind == Kind::Barrier || s.kind == Kind::GridBarrier;
}

std::size_t barrierCount(Kernel kernel) {
  std::size_t count = 0;
  forEachBody(kernel, [&](Body& body) {
    count += static_cast<std::size_t>(std::count_if(body.begin(), body.end(), isBarrier));
  });
  return count;
}

Kernel withoutBarrier(Kernel kernel, std::size_t index) {
  std::size_t position = 0;
  forEachBody(kernel, [&](Body& body) {
    for (auto at = body.begin(); at != body.end(); ++at)
      if (isBarrier(*at) && position++ == index) {
        body.erase(at);
        return;
      }
  });
  return kernel;
}

// For some of the threads only, so that barriers cannot stand where they are needed.
Kernel guarded(Kernel kernel) {
  Statement branch;
  branch.kind = Kind::Branch;
  branch.condition = "BV32_ULT(local_id_x, 2bv32)";
  branch.bodies = {std::move(kernel.body), {}};
  kernel.body = {std::move(branch)};
  return kernel;
}

// Adds the time until it goes out of scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point start_;
};

class Checker {
 public:
  Checker(const CheckOptions& options, Statistics& statistics)
      : options_(options), statistics_(statistics), random_(options.seed) {}

  std::vector<Disagreement> all(const Kernel& kernel) {
    ++statistics_.kernels;
    if (!options_.lower.empty()) {
      checkLowered(kernel);
      return std::move(found_);
    }
    const std::string text = render(kernel);
    std::string errors;
    const auto program = parse(text, &errors);
    if (!program) {
      report("rejected", "the front end refused it: " + errors, kernel);
      return std::move(found_);
    }
    const auto verdict = compare(kernel, text, true);
    if (!verdict) return std::move(found_);
    roundTrip(kernel, text);
    if (*verdict == Verdict::Verified && (wanted("missed") || wanted("other-missed")))
      removeBarriers(kernel);
    if (wanted("repair") && (!options_.only.empty() || random_.percent(options_.repairPercent)))
      checkRepair(kernel, text);
    if (options_.only.empty() && random_.percent(options_.guardedPercent)) {
      const Kernel some = guarded(kernel);
      checkRepair(some, render(some));
    }
    return std::move(found_);
  }

 private:
  bool wanted(const std::string& kind) const {
    return options_.only.empty() || options_.only.starts_with(kind);
  }

  void report(const std::string& kind, const std::string& message, const Kernel& kernel) {
    found_.push_back({kind, message, kernel});
  }

  VerifyOptions verifyOptions() const {
    VerifyOptions options;
    options.timeout = options_.timeout;
    return options;
  }

  // The verifier's word against what runs show. Nothing when it has none.
  std::optional<Verdict> compare(const Kernel& kernel, const std::string& text, bool count) {
    const auto concrete = parse(text);
    const Observation seen = [&] {
      Stopwatch stopwatch(statistics_.runSeconds);
      return observe(*concrete);
    }();
    if (!seen.problem.empty())
      report("interpreter", "the interpreter refused it: " + seen.problem, kernel);
    const auto program = parse(text);
    const VerificationResult result = [&] {
      Stopwatch stopwatch(statistics_.verifySeconds);
      return verify(*program, verifyOptions());
    }();
    statistics_.runs += seen.runs;
    if (count) {
      ++statistics_.verdicts[static_cast<int>(result.verdict)];
      if (seen.race) ++statistics_.withRace;
      if (seen.divergence) ++statistics_.withDivergence;
      if (seen.assertion) ++statistics_.withAssertion;
      if (!seen.anything()) ++statistics_.clean;
    }
    if (result.verdict == Verdict::Rejected) {
      if (seen.runs == 0) return std::nullopt;  // contradictory preconditions
      report("rejected", "the verifier refused it: " + result.rejections.front().message, kernel);
      return std::nullopt;
    }
    if (result.verdict == Verdict::Verified && seen.anything())
      report("missed", "verified, but a run shows a " + seen.first(), kernel);
    if (result.verdict == Verdict::Refuted) {
      missedArrays(kernel, seen, result);
      if (count) countConfirmed(kernel, seen, result, *program);
    }
    return result.verdict;
  }

  // A race of another array must be reported, too, unless something stops the execution first.
  void missedArrays(const Kernel& kernel, const Observation& seen,
                    const VerificationResult& result) {
    if (result.findings.size() >= verifyOptions().errorLimit || !result.undecided.empty()) return;
    for (const std::string& array : seen.racingArrays)
      if (std::none_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) {
            return f.kind != FindingKind::Race || (f.array && f.array->sourceName == array);
          }))
        report("other-missed",
               "refuted, but not for the race of " + array + " that a run shows: " + seen.first(),
               kernel);
  }

  void countConfirmed(const Kernel& kernel, const Observation& seen,
                      const VerificationResult& result, const Program& program) {
    if (seen.anything()) {
      ++statistics_.confirmedByRun;
      return;
    }
    for (const Finding& finding : result.findings) {
      ReplayOptions options;
      options.seconds = 0.5;
      options.stepLimit = 50'000;
      if (replay(program, *program.kernels().front(), finding, options).confirmed) {
        ++statistics_.confirmedByReplay;
        return;
      }
    }
    const FindingKind kind = result.findings.front().kind;
    ++statistics_
          .unconfirmed[kind == FindingKind::Race         ? 0
                       : kind == FindingKind::Divergence ? 1
                                                         : 2][static_cast<int>(featureOf(kernel))];
    if (options_.only == "alarm")
      report(
          "alarm",
          "refuted, but neither a run nor the replay shows it: " + result.findings.front().message,
          kernel);
  }

  void roundTrip(const Kernel& kernel, const std::string& text) {
    if (!wanted("round-trip")) return;
    ++statistics_.roundTrips;
    const auto first = parse(text);
    const std::string printed = toString(*first);
    std::string errors;
    const auto second = parse(printed, &errors);
    if (!second) {
      report("round-trip", "the printed program is refused: " + errors, kernel);
      return;
    }
    if (toString(*second) != printed)
      report("round-trip", "printing the printed program changes it", kernel);
    ObserveOptions options;
    options.rounds = 6;
    options.digest = true;
    if (observe(*first, options).digest != observe(*second, options).digest)
      report("round-trip", "the printed program runs differently", kernel);
  }

  // Whether a barrier is needed or not, the verifier must not miss what its removal brings.
  void removeBarriers(const Kernel& kernel) {
    Stopwatch stopwatch(statistics_.removalSeconds);
    const std::size_t count = std::min<std::size_t>(barrierCount(kernel), 5);
    for (std::size_t removed = 0; removed < count; ++removed) {
      const Kernel without = withoutBarrier(kernel, removed);
      ++statistics_.removals;
      if (compare(without, render(without), false) == Verdict::Refuted)
        ++statistics_.removalsRefuted;
    }
  }

  void checkLowered(const Kernel& kernel) {
    const LoweredComparison comparison = compareLowered(kernel, options_.lower, verifyOptions());
    if (comparison.compared) ++statistics_.lowered;
    if (!comparison.disagreement.empty()) report("lowered", comparison.disagreement, kernel);
  }

  //--- Repair ---------------------------------------------------------------------------------

  void checkRepair(const Kernel& kernel, const std::string& text) {
    RepairOptions options;
    if (options_.seed % 3 == 0) options.objective = RepairObjective::Cost;
    const auto program = parse(text);
    VerifyOptions limited = verifyOptions();
    limited.timeout *= 2;
    const RepairResult result = [&] {
      Stopwatch stopwatch(statistics_.repairSeconds);
      return repair(*program, limited, options);
    }();
    ++statistics_.repairs;
    ++statistics_.repairStatus[static_cast<int>(result.status)];
    const bool verified = result.before.verdict == Verdict::Verified;
    switch (result.status) {
      case RepairStatus::Undecided:
        for (const std::string& line : result.explanation)
          if (line.find("did not verify as it stands: ") != line.npos)
            report("repair-unverified", line, kernel);
        return;
      case RepairStatus::NotApplicable: return;
      case RepairStatus::Unrepairable:
        if (verified) report("repair-unrepairable", "unrepairable, but correct", kernel);
        bruteForce(kernel, text, options, std::nullopt);
        return;
      case RepairStatus::Unchanged:
      case RepairStatus::Improved:
        if (!verified && result.before.verdict == Verdict::Refuted &&
            options.objective == RepairObjective::Changes &&
            result.status == RepairStatus::Unchanged)
          report("repair-inconsistent", "refuted, but the repair changes nothing", kernel);
        break;
      case RepairStatus::Repaired:
        if (verified && result.costAfter > result.costBefore)
          report("repair-inconsistent", "verified, but the repair adds barriers", kernel);
        break;
    }
    checkFixed(kernel, result, options);
    bruteForce(kernel, text, options, result);
  }

  void checkFixed(const Kernel& kernel, const RepairResult& result, const RepairOptions& options) {
    if (!result.storesLeft.empty() || result.assumesNoOverflow) return;  // it is still wrong
    std::string errors;
    const auto fixed = parse(result.fixedProgram, &errors);
    if (!fixed) {
      report("repair-text", "the repaired program is refused: " + errors, kernel);
      return;
    }
    const Observation seen = observe(*fixed);
    if (seen.anything())
      report("repair-wrong", "a run of the repaired program shows a " + seen.first(), kernel);
    const auto again = parse(result.fixedProgram);
    const VerificationResult verified = verify(*again, verifyOptions());
    if (verified.verdict == Verdict::Refuted)
      report("repair-reread",
             "the repaired program does not verify when read again: " +
                 verified.findings.front().message,
             kernel);
    const auto once = parse(result.fixedProgram);
    const RepairResult second = repair(*once, verifyOptions(), options);
    if (second.status != RepairStatus::Unchanged && second.status != RepairStatus::Undecided)
      report("repair-twice",
             "a second repair is '" + std::string(toString(second.status)) +
                 "': " + std::to_string(second.edits.size()) + " edits, " +
                 std::string(second.edits.empty() ? "" : toString(second.edits.front().where)) +
                 "; the first was '" + std::string(toString(result.status)) + "'",
             kernel);
  }

  // All placements that cost less than the one found, and all where the repair goes beyond
  // barriers: none may verify.
  void bruteForce(const Kernel& kernel, const std::string& text, const RepairOptions& options,
                  const std::optional<RepairResult>& result) {
    if (options_.only.empty() && !random_.percent(options_.bruteForcePercent)) return;
    if (result && !result->optimal) return;
    const auto program = parse(text);
    const Prepared prepared = prepare(*program, verifyOptions());
    const std::vector<Site> sites =
        instrument(*program, *prepared.procedure, siteOptions(*program, verifyOptions(), options))
            .sites;
    if (sites.empty() || sites.size() > options_.bruteForceSites) return;
    Stopwatch stopwatch(statistics_.bruteForceSeconds);
    const PlacementProblem costs(sites, options);
    const bool beyond = result && goesBeyondBarriers(*result);
    const double limit = beyond   ? std::numeric_limits<double>::infinity()
                         : result ? objectiveOf(*result, options)
                                  : 0;
    if (beyond) bruteForceSplits(kernel, text, options, *result);
    ++statistics_.bruteForced;
    std::vector<unsigned> subsets;
    for (unsigned subset = 0; subset < (1u << sites.size()); ++subset) subsets.push_back(subset);
    for (std::size_t i = subsets.size(); i-- > 1;)
      std::swap(subsets[i], subsets[random_.below(i + 1)]);
    unsigned tried = 0;
    for (unsigned subset : subsets) {
      Placement placement;
      for (std::size_t i = 0; i < sites.size(); ++i)
        if (subset >> i & 1) placement.insert(sites[i].id);
      if (result && costs.objectiveOf(placement) >= limit - 1e-9) continue;
      if (tried == options_.placements) break;
      ++statistics_.placements;
      if (verifies(text, options, placement, tried)) {
        std::string names;
        for (const Site& site : sites)
          if (placement.contains(site.id))
            names +=
                " " + std::string(toString(site.where)) +
                (site.location.empty() ? "" : ":" + std::to_string(site.location.front().line)) +
                (site.scope == BarrierScope::Block ? ""
                                                   : "(" + std::string(toString(site.scope)) + ")");
        report(result ? "repair-costly" : "repair-unrepairable",
               (beyond   ? "it goes beyond barriers"
                : result ? "cost " + std::to_string(limit)
                         : std::string("unrepairable")) +
                   ", but barriers at {" + names + " } cost " +
                   std::to_string(costs.objectiveOf(placement)) + " and verify",
               kernel);
        return;
      }
    }
  }

  void bruteForceSplits(const Kernel& kernel, const std::string& text, const RepairOptions& options,
                        const RepairResult& result) {
    const VerifyOptions limited = verifyOptions();
    const SplitSearch search{[&] { return parse(text); }, limited, options, options_};
    if (const auto cheaper = cheaperSplit(search, result, random_, statistics_))
      report("repair-costly",
             "cost " + std::to_string(result.costAfter + result.editWeight) + ", but " + *cheaper,
             kernel);
  }

  // In the terms of PlacementProblem::objectiveOf.
  static double objectiveOf(const RepairResult& result, const RepairOptions& options) {
    return options.objective == RepairObjective::Cost ? result.costAfter : result.lowerBound;
  }

  // Where the stores of read-modify-writes stand.
  static std::multiset<LocationId> updatesIn(const Program& program, const Procedure& procedure) {
    std::multiset<LocationId> places;
    const Updates updates(program, procedure, ControlFlow(procedure), {});
    for (const Update& update : updates.all()) places.insert(update.store->location);
    return places;
  }

  // Counts in `asked` what the runs left to the verifier.
  bool verifies(const std::string& text, const RepairOptions& options, const Placement& placement,
                unsigned& asked) {
    const auto program = parse(text);
    const Prepared prepared = prepare(*program, verifyOptions());
    const std::multiset<LocationId> updates = updatesIn(*program, *prepared.procedure);
    instrument(*program, *prepared.procedure, siteOptions(*program, verifyOptions(), options));
    applyPlacement(*prepared.procedure, placement);
    // A barrier inside of a read-modify-write may hide that updates are lost.
    if (!std::ranges::includes(updatesIn(*program, *prepared.procedure), updates)) return false;
    ObserveOptions quick;
    quick.stopAtFirst = true;
    if (observe(*program, quick).anything()) return false;
    ++asked;
    return verifyPrepared(*program, prepared, verifyOptions()).verdict == Verdict::Verified;
  }

  const CheckOptions& options_;
  Statistics& statistics_;
  Random random_;
  std::vector<Disagreement> found_;
};

}  // namespace

bool interesting(const Kernel& kernel, Random& random) {
  auto seen = [](const Kernel& k) {
    const auto program = parse(render(k));
    return program ? observe(*program) : Observation{};
  };
  const Observation whole = seen(kernel);
  if (whole.runs == 0) return random.percent(10);
  if (whole.wrongRuns > 0) return whole.wrongRuns * 3 <= whole.runs;
  const std::size_t count = barrierCount(kernel);
  for (std::size_t i = 0; i < count; ++i)
    if (seen(withoutBarrier(kernel, i)).anything()) return true;
  return random.percent(20);
}

std::vector<Disagreement> check(const Kernel& kernel, const CheckOptions& options,
                                Statistics& statistics) {
  return Checker(options, statistics).all(kernel);
}

}  // namespace barricade::fuzz
