// Replay of counterexamples: the launches to try, in the order of their likeness to the
// counterexample.
#include "interpreter/replay.h"

#include <algorithm>
#include <bit>
#include <ctime>
#include <map>
#include <set>
#include <span>

#include "interpreter/finding_match.h"
#include "interpreter/launch.h"
#include "interpreter/replay_contents.h"
#include "interpreter/schedules.h"
#include "interpreter/unmodelled_order.h"
#include "ir/launch_postcondition.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

using Kind = LaunchConstant::Kind;

constexpr std::uint64_t turnLimit = 2000;    // steps, between two barriers
constexpr std::uint64_t pairLimit = 20'000;  // steps of two threads that may wait for others
constexpr unsigned otherGroups = 3;          // that run beside those of the counterexample

// Of this thread: what runs show is not to depend on what else the machine does.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool isSize(const Variable* v) {
  return v->launch && (v->launch->kind == Kind::GroupSize || v->launch->kind == Kind::NumGroups);
}

// A scalar, and no struct or table of pointers.
bool isScalar(const Variable* v) {
  return v->type->isBitVector() ? v->type->width() <= 64 : !v->type->isMap();
}

std::uint64_t clamped(const BigInt& value) {
  return value > BigInt(~0ull) || value < 0 ? ~0ull : static_cast<std::uint64_t>(value);
}

ThreadIndex threadOf(const std::map<const Variable*, BigInt>& ids) {
  ThreadIndex thread;
  for (const auto& [v, value] : ids) {
    if (!v->isThreadId()) continue;
    (v->launch->kind == Kind::LocalId ? thread.local : thread.group)[v->launch->dimension] =
        clamped(value);
  }
  return thread;
}

// Its many methods are short: one for each way to complete what a counterexample leaves open.
class Replay {
 public:
  Replay(const Program& program, const Procedure& kernel, const Finding& finding,
         const ReplayOptions& options)
      : program_(program), kernel_(kernel), finding_(finding), options_(options) {}

  ReplayOutcome run();

 private:
  RunOptions optionsOfRuns(std::uint64_t seed) const;
  enum class Schedules { One, Several };
  bool attempt(const LaunchConfiguration& launch, std::uint64_t seed,
               Schedules schedules = Schedules::Several);
  bool mayBeSeenInGroup(const LaunchConfiguration& launch, std::uint64_t seed) const;
  bool showsSoon(const LaunchConfiguration& launch, RunOptions options);
  bool showsInTurns(const LaunchConfiguration& launch, RunOptions options, unsigned schedules);
  bool shows(const RunResult& result, const LaunchConfiguration& launch, const RunOptions& options);
  bool startsShow(const LaunchConfiguration& base);
  bool firstGroupsShow(const LaunchConfiguration& base);
  bool fillings(const LaunchConfiguration& base);
  BigInt threadsOf(const LaunchConfiguration& launch, std::uint64_t seed) const;
  bool restrict(const LaunchConfiguration& launch, RunOptions& options);
  bool groupsMeet() const;
  bool endsUnmet(const LaunchConfiguration& launch);
  bool counts(const RunFinding& finding, const RunOptions& options, bool interleaved) const;
  LaunchConfiguration fromWitness(bool sizes) const;
  bool fillingsOfRows(const LaunchConfiguration& base);
  bool oneOtherParameter(const LaunchConfiguration& base);
  bool comparedParameters(const LaunchConfiguration& base);
  bool otherParameters(const LaunchConfiguration& base);
  bool moreThanThreads(const LaunchConfiguration& base);
  bool wholeLaunch(const LaunchConfiguration& base);
  std::string openValues() const;
  void collectLiterals();
  void findOpenParameters();

  // Its value may be another one.
  bool isOpen(const Variable* parameter) const { return open_.contains(parameter); }

  // Of matrices that are not sparse: runs take long to come to their results, but do.
  bool mayBeProduct() const { return multipliesFloats_ && !contents_.mayHaveRows(); }
  std::uint64_t stepsOfRuns() const {
    const std::uint64_t longer = multipliesVariables_ ? 10 : 3;
    const bool isLimited = options_.steps < ~0ull / longer;
    return mayBeProduct() && isLimited && !seemsEndless_ ? longer * options_.steps : options_.steps;
  }

  // The work of a part of the search.
  void begin(std::uint64_t work) {
    endless_ = 0;
    steps_ = 0;
    work_ = work;
  }
  bool isSpent() const {
    return endless_ >= options_.endlessRuns || steps_ >= work_ ||
           processorSeconds() - start_ > options_.seconds;
  }

  const Program& program_;
  const Procedure& kernel_;
  const Finding& finding_;
  const ReplayOptions& options_;
  ReplayOutcome outcome_;
  RunResult result_;  // of the last complete run
  double start_ = processorSeconds();
  std::string problem_;        // why a run was no use
  std::string withoutSome_;    // the finding, where threads that were left out may have a say
  std::string elsewhere_;      // the same kind of finding, seen at another place
  bool completed_ = false;     // some run went through
  bool inPart_ = false;        // some run was without some threads of the launch
  bool awaitExited_ = false;   // as in RunOptions
  unsigned endless_ = 0;       // runs that ended at the limit of steps
  bool seemsEndless_ = false;  // some of all runs did, with no thread waiting for others
  std::uint64_t steps_ = 0;    // of all runs of a part of the search
  std::uint64_t work_ = 0;     // so many, and no more runs are made
  // Steps of each run, where only beginnings are looked at.
  std::uint64_t startLimit_ = ~0ull;
  std::uint64_t mostThreads_ = options_.maximalThreads;
  std::set<const Variable*> open_;    // scalar parameters that nothing fixes
  std::vector<BigInt> literals_;      // of the kernel: values that its conditions may ask for
  bool multipliesFloats_ = false;     // products of small numbers as floats are all 0
  bool multipliesVariables_ = false;  // floats, and not only by constants
  bool hasAtomics_ = false;
  bool ofFirstGroups_ = false;          // these run, not those of the counterexample
  bool comparesFloats_ = false;         // what small numbers are as floats is hardly above 0
  std::set<const Variable*> compared_;  // in comparisons of floats
  ReplayContents contents_{program_, kernel_, finding_.witness};
};

LaunchConfiguration Replay::fromWitness(bool sizes) const {
  LaunchConfiguration launch;
  for (const auto& [v, value] : finding_.witness.constants) {
    if (v->kind == Variable::Kind::Constant && !v->isThreadId() && (sizes || !isSize(v))) {
      launch.values[v] = value;
    }
  }
  for (const auto& [v, value] : finding_.witness.parameters) launch.values[v] = value;
  return launch;
}

BigInt Replay::threadsOf(const LaunchConfiguration& launch, std::uint64_t seed) const {
  const Launch complete = completeLaunch(program_, kernel_, launch, seed);
  BigInt all = 1;
  for (unsigned d = 0; d < 3; ++d) all *= BigInt(complete.groupSize[d]) * complete.numGroups[d];
  return all;
}

// Of a launch that is too large only the groups, or threads, of the counterexample run. False when
// even those are not known.
bool Replay::restrict(const LaunchConfiguration& launch, RunOptions& options) {
  const Launch complete = completeLaunch(program_, kernel_, launch, options.seed);
  const auto& g = complete.groupSize;
  const BigInt group = BigInt(g[0]) * g[1] * g[2];
  if (threadsOf(launch, options.seed) <= mostThreads_) return true;
  const auto& ids = finding_.witness.threadIds;
  if (ids[0].empty() && ids[1].empty()) return false;
  inPart_ = true;
  options.selected = {threadOf(ids[0]), threadOf(ids[1])};
  if (ofFirstGroups_) {
    options.selected->first.group = {0, 0, 0};
    options.selected->second.group = {1, 0, 0};
  }
  options.onlyThePair = 2 * group > mostThreads_;
  // What blocks tell each other in order, as in scans of one pass, goes wrong with three of them.
  if (finding_.interGroup && hasAtomics_ && (2 + otherGroups) * group <= mostThreads_)
    options.otherGroups = otherGroups;
  return true;
}

bool Replay::groupsMeet() const {
  const auto procedures = program_.procedures();
  return std::any_of(procedures.begin(), procedures.end(), [](const Procedure* procedure) {
    const auto& what = procedure->synchronization;
    return what && what->primitive == SyncPrimitive::Barrier && what->scope > Scope::Block;
  });
}

// With threads missing, a finding counts only where those could not have had a say yet: other
// groups before the first grid barrier, other threads before the first barrier, unless they never
// have. Where nobody waits for them they may as well come later, whatever atomic operations would
// tell of them.
bool Replay::counts(const RunFinding& finding, const RunOptions& options, bool interleaved) const {
  if (!options.selected) return true;
  // Where threads take turns, whom a thread waits for may be among the missing ones.
  if (interleaved && finding.kind != FindingKind::Race) return false;
  if (options_.threadsAreIndependent && finding.kind == FindingKind::Race) return true;
  if (!options.onlyThePair && !groupsMeet()) return true;
  return std::all_of(finding.places.begin(), finding.places.end(),
                     [](const RunPlace& place) { return place.interval == 0; });
}

RunOptions Replay::optionsOfRuns(std::uint64_t seed) const {
  RunOptions options;
  options.benignTolerance = options_.benignTolerance;
  options.waitCompletesCopy = options_.waitCompletesCopy;
  options.awaitExited = awaitExited_;
  options.checkBounds = finding_.kind == FindingKind::Bounds;
  options.keepContents = std::ranges::any_of(kernel_.specifications, isLaunchPostcondition);
  options.checkInitialization = finding_.kind == FindingKind::Uninitialized;
  // A counter comes to wrap around either soon or not within any number of steps that can be run.
  const bool wraps = finding_.overflow && finding_.overflow->needed;
  options.stepLimit = std::min(wraps ? options_.stepLimit / 20 : options_.stepLimit,
                               std::min(stepsOfRuns(), startLimit_));
  options.seed = seed;
  return options;
}

bool Replay::attempt(const LaunchConfiguration& launch, std::uint64_t seed, Schedules schedules) {
  const bool several = schedules == Schedules::Several;
  RunOptions options = optionsOfRuns(seed);
  if (!restrict(launch, options)) {
    problem_ = "the launch is too large to run";
    return false;
  }
  const auto& ids = finding_.witness.threadIds;
  if (!options.selected && !ids[0].empty() && !ids[1].empty()) {
    // The two threads alone are quick to run, and often enough.
    RunOptions pair = options;
    pair.selected = {threadOf(ids[0]), threadOf(ids[1])};
    pair.onlyThePair = true;
    pair.stepLimit = std::min(pair.stepLimit, pairLimit);
    if (showsSoon(launch, pair)) return true;
    if (result_.status == RunStatus::StepLimit && !result_.interleaved) {
      pair.stepLimit = options.stepLimit;
      if (showsSoon(launch, pair)) return true;
    }
    const bool isUsual =
        result_.status == RunStatus::Finished || result_.status == RunStatus::StepLimit;
    if (isUsual && result_.interleaved && showsInTurns(launch, pair, several ? 5 : 2)) return true;
  }
  if (!options.selected && result_.interleaved && mayBeSeenInGroup(launch, seed)) {
    RunOptions group = options;
    group.selected = {threadOf(ids[0]), threadOf(ids[1])};
    if (showsSoon(launch, group)) return true;
  }
  if (showsSoon(launch, options)) return true;
  if (mayBeProduct() && !options.selected && result_.status == RunStatus::StepLimit &&
      !result_.interleaved && !ids[0].empty() && !ids[1].empty()) {
    // The groups of the counterexample take fewer steps than all.
    options.selected = {threadOf(ids[0]), threadOf(ids[1])};
    if (showsSoon(launch, options)) return true;
  }
  if (several && result_.interleaved && showsInTurns(launch, options, 5)) return true;
  for (const RunFinding& seen : result_.findings)
    if (seen.kind == finding_.kind && seen.array == finding_.array) {
      std::string& where = matches(finding_, seen) ? withoutSome_ : elsewhere_;
      if (!where.empty()) continue;
      where = seen.message;
      if (&where == &elsewhere_ && counts(seen, options, result_.interleaved) &&
          contents_.areLikely(launch)) {
        outcome_.elsewhere = seen;
        outcome_.launch = launch;
      }
    }
  if (result_.status == RunStatus::Finished)
    completed_ = true;
  else if (problem_.empty())
    problem_ = result_.message;
  return false;
}

// Threads of all groups that take turns come far in none of them.
bool Replay::mayBeSeenInGroup(const LaunchConfiguration& launch, std::uint64_t seed) const {
  const Launch complete = completeLaunch(program_, kernel_, launch, seed);
  const auto& groups = complete.numGroups;
  return finding_.kind == FindingKind::Race && !finding_.interGroup &&
         !finding_.witness.threadIds[0].empty() && !finding_.witness.threadIds[1].empty() &&
         BigInt(groups[0]) * groups[1] * groups[2] > 1;
}

// Under other schedules.
bool Replay::showsInTurns(const LaunchConfiguration& launch, RunOptions options,
                          unsigned schedules) {
  for (const Schedule& schedule : otherSchedules(schedules)) {
    if (isSpent()) break;
    options.schedule = schedule;
    result_ = barricade::run(program_, kernel_, launch, options);
    if (shows(result_, launch, options)) return true;
  }
  return false;
}

// Where a thread stays in a loop for too long, what the others have done meanwhile counts as well.
bool Replay::showsSoon(const LaunchConfiguration& launch, RunOptions options) {
  result_ = barricade::run(program_, kernel_, launch, options);
  if (shows(result_, launch, options)) return true;
  if (result_.status != RunStatus::StepLimit || result_.interleaved) return false;
  options.turnLimit = turnLimit;
  return shows(barricade::run(program_, kernel_, launch, options), launch, options);
}

bool Replay::shows(const RunResult& result, const LaunchConfiguration& launch,
                   const RunOptions& options) {
  ++outcome_.runs;
  steps_ += result.steps;
  if (result.status == RunStatus::StepLimit && options.stepLimit > pairLimit &&
      options.turnLimit >= options.stepLimit) {
    ++endless_;
    seemsEndless_ = seemsEndless_ || !result.interleaved;
  }
  for (const RunFinding& seen : result.findings)
    if (matches(finding_, seen) && counts(seen, options, result.interleaved)) {
      outcome_.confirmed = true;
      outcome_.finding = seen;
      outcome_.launch = launch;
      return true;
    }
  return false;
}

bool Replay::fillings(const LaunchConfiguration& base) {
  const ArrayContents fills[] = {
      ArrayContents::zeros(),
      ArrayContents::iota(),
      ArrayContents::links(6),
      ArrayContents::random(1, 2),
      ArrayContents::random(2, 4),
      ArrayContents::random(3, 64),
      ArrayContents::among(literals_, 6),
      ArrayContents::random(5, 8),
      ArrayContents::random(4),
  };
  std::uint64_t seed = 0;
  std::vector<ArrayContents> first;
  if (comparesFloats_) first.push_back(ArrayContents::floats(8));
  if (multipliesFloats_) first.push_back(ArrayContents::random(7));
  for (const ArrayContents& fill : first) {
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    contents_.takeCounts(launch);
    if (attempt(launch, seed)) return true;
  }
  if (startsShow(base)) return true;
  // Other contents matter more than other schedules do.
  for (const ArrayContents& fill : {ArrayContents::zeros(), ArrayContents::random(3, 64)}) {
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    if (attempt(launch, seed, Schedules::One)) return true;
    if (!result_.interleaved || isSpent()) break;
  }
  // Zeros have been run under the only schedule, where there are no others.
  const bool areNew = result_.interleaved;
  for (const ArrayContents& fill : std::span(fills).subspan(areNew ? 0 : 1)) {
    if (isSpent()) return false;
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    if (attempt(launch, seed++)) return true;
  }
  if (finding_.witness.likelyZero.empty() || isSpent()) return false;
  LaunchConfiguration launch = base;
  contents_.fillWithAnything(launch, seed);
  return attempt(launch, seed);
}

// Whether runs with different contents show it at their beginning, where one of all threads may
// take the work of all of them, or runs of few blocks.
bool Replay::startsShow(const LaunchConfiguration& base) {
  constexpr std::uint64_t many = 4096;  // threads
  constexpr std::uint64_t parts = 8;    // of the work
  if (threadsOf(base, 0) < many) return false;
  startLimit_ = stepsOfRuns() / parts;
  const unsigned endless = endless_;
  const std::string problem = problem_;
  bool shown = firstGroupsShow(base);
  for (const ArrayContents& fill : {ArrayContents::iota(), ArrayContents::random(3, 64)}) {
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    shown = shown || attempt(launch, 0, Schedules::One);
  }
  startLimit_ = ~0ull;
  endless_ = endless;  // to be cut off there says nothing
  problem_ = problem;
  return shown;
}

// Blocks that wait for those before them come as far as in the whole launch.
bool Replay::firstGroupsShow(const LaunchConfiguration& base) {
  const Launch complete = completeLaunch(program_, kernel_, base, 0);
  const auto& size = complete.groupSize;
  const std::uint64_t few = (2 + otherGroups) * size[0] * size[1] * size[2];
  if (!finding_.interGroup || !hasAtomics_ || complete.numGroups[0] < 2 || few > mostThreads_)
    return false;
  const std::uint64_t most = std::exchange(mostThreads_, few);
  const bool inPart = inPart_;
  ofFirstGroups_ = true;
  bool shown = false;
  for (const ArrayContents& fill : {ArrayContents::zeros(), ArrayContents::random(3, 64)}) {
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    shown = shown || attempt(launch, 0);
  }
  ofFirstGroups_ = false;
  inPart_ = inPart;
  mostThreads_ = most;
  return shown;
}

// Whether a thread that skips a barrier is let off there only because it comes to its end later.
bool Replay::endsUnmet(const LaunchConfiguration& launch) {
  if (finding_.kind != FindingKind::Divergence || !kernel_.excusesExited) return false;
  awaitExited_ = true;
  const unsigned runs = outcome_.runs;
  const bool shown = fillings(launch);
  outcome_ = {};
  outcome_.runs = runs;
  return shown;
}

// Where a row's length is what two elements of an array are apart (`first[v]` to `first[v + 1]`),
// arbitrary contents make some thread's loop endless.
bool Replay::fillingsOfRows(const LaunchConfiguration& base) {
  if (!contents_.mayHaveRows()) return false;
  std::uint64_t seed = 0;
  for (const ArrayContents& fill : {ArrayContents::random(1, 4), ArrayContents::among(literals_, 2),
                                    ArrayContents::random(3, 64)}) {
    if (isSpent()) return false;
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    contents_.takeOffsets(launch, seed);
    if (attempt(launch, seed++)) return true;
  }
  for (unsigned few : {0u, 3u, 40u}) {
    if (isSpent() || !contents_.havePlaces()) return false;
    LaunchConfiguration launch = base;
    for (const Variable* v : kernel_.parameters)
      if (few > 0 && isOpen(v)) launch.values[v] = few;
    contents_.takePlaces(launch, seed);
    if (attempt(launch, seed++)) return true;
  }
  return false;
}

// One size of a product at a time that lets the loop over it run, but not for long, as the model's
// others may be those that matter.
bool Replay::oneOtherParameter(const LaunchConfiguration& base) {
  constexpr unsigned few = 8;
  if (!mayBeProduct()) return false;
  for (const Variable* v : kernel_.parameters) {
    if (!isOpen(v) || isSpent()) continue;
    LaunchConfiguration launch = base;
    launch.values[v] = few;
    contents_.fill(launch, ArrayContents::random(few));
    if (attempt(launch, few)) return true;
  }
  return false;
}

// Parameters that are compared as floats, or begin what is: to the solver they are any bits, of
// which most are alike. One is large, the others are small, as tolerances are.
bool Replay::comparedParameters(const LaunchConfiguration& base) {
  std::vector<const Variable*> floats;
  auto isBegun = [&](const Variable* local, const Variable* parameter) {
    return std::ranges::any_of(kernel_.blocks, [&](const auto& block) {
      return std::ranges::any_of(block->statements, [&](const Statement& statement) {
        const Assign* assign = statement.as<Assign>();
        for (std::size_t i = 0; assign && i < assign->targets.size(); ++i)
          if (assign->targets[i].variable == local &&
              assign->values[i] == program_.pool().variable(parameter))
            return true;
        return false;
      });
    });
  };
  for (const Variable* v : kernel_.parameters)
    if (std::ranges::any_of(compared_,
                            [&](const Variable* c) { return c == v || isBegun(c, v); }) &&
        v->type->isBitVector() && (v->type->width() == 32 || v->type->width() == 64))
      floats.push_back(v);
  for (const Variable* large : floats) {
    if (isSpent()) return false;
    LaunchConfiguration launch = base;
    for (const Variable* v : floats) {
      const double value = v == large ? 1000.0 : 0.001;
      launch.values[v] = v->type->width() == 32
                             ? BigInt(std::bit_cast<std::uint32_t>(static_cast<float>(value)))
                             : BigInt(std::bit_cast<std::uint64_t>(value));
    }
    contents_.fillWithAnything(launch, 1);
    contents_.takeOffsets(launch, 1);
    if (attempt(launch, 1)) return true;
  }
  return false;
}

// Smaller ones than solvers like to choose.
bool Replay::otherParameters(const LaunchConfiguration& base) {
  if (kernel_.parameters.empty()) return false;
  for (unsigned value : {1u, 2u, 3u, 8u, 64u, 5u}) {
    LaunchConfiguration launch = base;
    unsigned position = 0;
    for (const Variable* v : kernel_.parameters)
      if (isOpen(v)) launch.values[v] = position++ == 0 ? value : value / 2 + 1;
    for (const ArrayContents& fill :
         {comparesFloats_     ? ArrayContents::floats(value)
          : multipliesFloats_ ? ArrayContents::random(value)
                              : ArrayContents::among(literals_, value),
          ArrayContents::random(value, 4), ArrayContents::random(value, 64)}) {
      if (isSpent()) return false;
      contents_.fill(launch, fill);
      contents_.takeOffsets(launch, value);
      if (attempt(launch, value)) return true;
    }
  }
  return false;
}

// A first parameter that gives each thread a second element to work on, where solvers like sizes so
// large that no run comes to the end of it.
bool Replay::moreThanThreads(const LaunchConfiguration& base) {
  constexpr unsigned most = 1u << 12;
  if (kernel_.parameters.empty()) return false;
  const Launch complete = completeLaunch(program_, kernel_, base, 0);
  BigInt threads = 1;
  for (unsigned d = 0; d < 3; ++d) threads *= complete.groupSize[d] * complete.numGroups[d];
  if (threads > most) return false;
  begin(stepsOfRuns() / 4);
  for (const BigInt& others : {BigInt(3), BigInt(threads + threads / 2)}) {
    LaunchConfiguration launch = base;
    unsigned position = 0;
    for (const Variable* v : kernel_.parameters)
      if (isOpen(v)) launch.values[v] = position++ == 0 ? threads + threads / 2 : others;
    if (contents_.havePlaces()) {
      contents_.takePlaces(launch, 0);
      if (attempt(launch, 0, Schedules::One)) return true;
    }
    for (const ArrayContents& fill : {ArrayContents::random(4), ArrayContents::random(3, 64)}) {
      if (isSpent()) return false;
      contents_.fill(launch, fill);
      contents_.takeOffsets(launch, 0);
      if (attempt(launch, 0)) return true;
    }
    if (position < 2) return false;
  }
  return false;
}

// All threads of a launch that has run in part only: those that were missing may have to do their
// part before, as where the last of all blocks goes on.
bool Replay::wholeLaunch(const LaunchConfiguration& base) {
  constexpr std::uint64_t most = 1u << 14;
  if (!inPart_ || result_.interleaved) return false;  // turns of so many take long
  mostThreads_ = most;
  begin(2 * stepsOfRuns());
  for (const ArrayContents& fill : {ArrayContents::random(3, 64), ArrayContents::zeros()}) {
    if (isSpent()) return false;
    LaunchConfiguration launch = base;
    contents_.fill(launch, fill);
    RunOptions options = optionsOfRuns(0);
    if (!restrict(launch, options) || options.selected) return false;
    if (showsSoon(launch, options)) return true;
  }
  return false;
}

std::string Replay::openValues() const {
  std::string arrays;
  std::set<std::string_view> named;  // several kernels of a file may have arrays of one name
  for (const Array* array : program_.arrays()) {
    if (array->space == AddressSpace::Private ||
        finding_.witness.contents.contains(array->variable) ||
        !named.insert(array->sourceName).second) {
      continue;
    }
    arrays += (arrays.empty() ? "" : ", ") + array->sourceName;
  }
  if (arrays.empty()) {
    return "the values that the analysis assumed at loop heads or of other threads' writes may "
           "not be reachable";
  }
  return "it may need particular contents of " + arrays +
         ", or values that the analysis assumed at loop heads and that no run reaches";
}

void Replay::collectLiterals() {
  constexpr std::size_t enough = 64;
  std::set<BigInt> found{0, 1};
  auto visit = [&](Expr root) {
    forEachNodeWhile({root}, [&](Expr e) {
      if (found.size() < enough && e->isLiteral()) found.insert(e->value());
      const std::string_view function = e->op() == Op::Apply ? e->function()->name : "";
      if (function.starts_with("FMUL")) {
        multipliesFloats_ = true;
        const bool scales = e->arg(0)->isLiteral() || e->arg(1)->isLiteral();
        multipliesVariables_ = multipliesVariables_ || !scales;
      }
      if (function.starts_with("FLT") || function.starts_with("FEQ")) {
        comparesFloats_ = true;
        forEachVariable(e, [&](const Variable* v) { compared_.insert(v); });
      }
      return found.size() < enough;
    });
  };
  for (const auto& block : kernel_.blocks) {
    for (const Statement& statement : block->statements) {
      if (auto* assign = statement.as<Assign>()) {
        for (Expr value : assign->values) visit(value);
      }
      if (auto* assume = statement.as<Assume>()) visit(assume->condition);
      const Call* call = statement.as<Call>();
      if (!call || !call->atomic) continue;
      hasAtomics_ = true;
      const auto& operands = call->atomic->args;
      for (Expr operand : operands) visit(operand);
      if (operands.size() == 2 && operands[0]->isLiteral())
        contents_.expect(call->args[0]->variable(), operands[0]->value());
    }
  }
  literals_.assign(found.begin(), found.end());
}

// What equations fix is the same whatever others are.
void Replay::findOpenParameters() {
  LaunchConfiguration other;
  const Launch zeros = completeLaunch(program_, kernel_, other, 0);
  other.otherParameters = 1;
  const Launch ones = completeLaunch(program_, kernel_, other, 0);
  for (const Variable* v : kernel_.parameters)
    if (isScalar(v) && (!v->type->isBitVector() || zeros.values.at(v) != ones.values.at(v)))
      open_.insert(v);
}

ReplayOutcome Replay::run() {
  if (finding_.kind == FindingKind::Race)
    if (const Statement* primitive = unmodelledOrder(program_, kernel_, finding_)) {
      outcome_.reason =
          nameOf(program_, *primitive) + " may order the accesses, which is not modelled";
      outcome_.place = program_.sources.chain(primitive->location);
      return outcome_;
    }
  collectLiterals();
  findOpenParameters();
  const LaunchConfiguration exact = fromWitness(true);
  // Short runs first: few endless ones are made.
  begin(stepsOfRuns());
  if (fillingsOfRows(exact) || fillings(exact)) return outcome_;
  begin(stepsOfRuns() / 4);
  std::vector<LaunchConfiguration> bases{exact};
  if (problem_.find("too large") != std::string::npos) bases.push_back(fromWitness(false));
  for (const LaunchConfiguration& base : bases)
    if ((&base != &bases.front() && fillings(base)) || comparedParameters(base) ||
        oneOtherParameter(base) || otherParameters(base))
      return outcome_;
  if (moreThanThreads(exact) || wholeLaunch(exact)) return outcome_;
  if (!withoutSome_.empty()) {
    outcome_.reason =
        "the launch is too large to run, and without some of its threads, which may have a say in "
        "it, runs show it: " +
        withoutSome_;
  } else if (!elsewhere_.empty()) {
    outcome_.reason = "runs show the same kind of error at another place only: " + elsewhere_;
  } else if (!completed_ && !problem_.empty()) {
    outcome_.reason = "no run went through: " + problem_;
  } else if (endsUnmet(exact)) {
    outcome_.reason =
        "runs show it only where barriers wait for threads that have ended, too: the one that is "
        "missing goes on to its end, which devices let pass and the language does not allow";
  } else {
    outcome_.reason = "not seen in " + std::to_string(outcome_.runs) + " runs; " + openValues();
  }
  return outcome_;
}

}  // namespace

ReplayOutcome replay(const Program& program, const Procedure& kernel, const Finding& finding,
                     const ReplayOptions& options) {
  return Replay(program, kernel, finding, options).run();
}

}  // namespace barricade
