#include "interpreter/equivalence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "interpreter/evaluate.h"
#include "interpreter/functions.h"
#include "interpreter/launch.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

using Elements = std::map<std::uint64_t, BigInt>;
using Memory = std::map<const Variable*, Elements>;  // what was touched of global arrays

// A function whose values stand for any; with rounding it would make a difference of none.
std::string whyNotComputed(const Procedure& procedure) {
  std::string reason;
  auto look = [&](Expr e) {
    if (e->op() != Op::Apply || e->function()->body || HostFunction(*e->function()).isComputed())
      return;
    reason = "values of " + e->function()->name + " are not computed";
  };
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements)
      if (!statement.as<Assert>())
        forEachExpression(statement, [&](Expr root) { forEachNode({root}, look); });
  return reason;
}

// Why what a run leaves is not what the program leaves; empty: it is.
std::string whyNotFinal(const RunResult& run) {
  if (run.status != RunStatus::Finished) return run.message;
  for (const RunFinding& finding : run.findings)
    if (finding.kind == FindingKind::Race || finding.kind == FindingKind::Divergence ||
        finding.kind == FindingKind::Synchronization)
      return finding.message;
  return run.tookArbitrary ? "it takes values that are not modelled" : "";
}

Memory memoryAfter(const RunResult& run) {
  Memory memory;
  for (const ArrayAfterwards& after : run.arrays)
    if (after.array && !after.group && after.array->space == AddressSpace::Global)
      memory[after.array->variable] = after.elements;
  return memory;
}

template <typename Float>
BigInt bitsOf(Float value) {
  if constexpr (sizeof(Float) == 4) return BigInt(std::bit_cast<std::uint32_t>(value));
  return BigInt(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
}

double numberOf(const BigInt& bits, unsigned width) {
  const auto word = static_cast<std::uint64_t>(bits);
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(word))
                     : std::bit_cast<double>(word);
}

// Numbers with which sums and products are exact, in any order.
constexpr std::array<double, 8> exactNumbers{1, 2, 3, -1, 0.5, 0, -2, 4};

BigInt floatingValue(std::size_t number, unsigned width) {
  const double value = exactNumbers[number % exactNumbers.size()];
  return width == 32 ? bitsOf(static_cast<float>(value)) : bitsOf(value);
}

bool isFloatingWidth(unsigned width) {
  return width == 32 || width == 64;
}

class Comparator {
 public:
  Comparator(const Program& program, const Procedure& kernel, const Reference& reference,
             const EquivalenceOptions& options)
      : program_(program), kernel_(kernel), reference_(reference), options_(options) {}

  EquivalenceRuns run() {
    for (const Procedure* procedure : {&kernel_, reference_.procedure})
      if (result_.problem = whyNotComputed(*procedure); !result_.problem.empty()) return result_;
    for (const Array* array : program_.arrays())
      if (reference_.floating.contains(array->variable) && !isFloatingWidth(array->elementWidth)) {
        result_.problem = "floating-point numbers in " + array->sourceName + " are taken apart";
        return result_;
      }
    unsigned launches = 0;
    // Sizes and parameters that preconditions refuse cost nothing: go round until enough are found.
    for (unsigned round = 0; round < options_.launches && !isDone(launches); ++round)
      for (const LaunchConfiguration& sizes : sizesToTry())
        for (unsigned choice = 0; choice < choices && !isDone(launches); ++choice)
          launches += attempt(sizes, choice, round);
    if (result_.runs > 0) result_.problem.clear();
    if (result_.runs == 0 && result_.problem.empty())
      result_.problem = "no small launch fulfils what is required of launches";
    return result_;
  }

 private:
  static constexpr unsigned choices = 10;  // of parameters

  bool isDone(unsigned launches) const {
    return result_.difference || launches >= options_.launches || steps_ >= options_.steps;
  }

  // Those that contradict an axiom are refused when the launch is completed.
  static std::vector<LaunchConfiguration> sizesToTry() {
    std::vector<LaunchConfiguration> all(1);
    using Sizes = std::array<std::uint64_t, 3>;
    constexpr std::pair<Sizes, Sizes> small[] = {{{32, 1, 1}, {2, 1, 1}}, {{4, 4, 1}, {2, 2, 1}},
                                                 {{5, 1, 1}, {3, 1, 1}},  {{64, 1, 1}, {1, 1, 1}},
                                                 {{1, 1, 1}, {1, 1, 1}},  {{8, 2, 1}, {1, 3, 1}}};
    for (const auto& [group, groups] : small) {
      LaunchConfiguration launch;
      for (unsigned d = 0; d < 3; ++d) {
        launch.groupSize[d] = group[d];
        launch.numGroups[d] = groups[d];
      }
      all.push_back(launch);
    }
    return all;
  }

  // About as large as there are threads, as kernels are often launched.
  std::uint64_t parameterOf(unsigned choice, const Launch& launch) const {
    std::uint64_t inX = launch.groupSize[0] * launch.numGroups[0], all = inX;
    for (unsigned d = 1; d < 3; ++d) all *= launch.groupSize[d] * launch.numGroups[d];
    const std::array<std::uint64_t, choices> values{inX, all,     inX - 1, inX / 2 + 1,         1,
                                                    3,   inX + 1, 0,       launch.groupSize[0], 2};
    return values[choice];
  }

  LaunchConfiguration launchOf(const LaunchConfiguration& sizes, unsigned choice,
                               unsigned round) const {
    LaunchConfiguration launch = sizes;
    launch.otherParameters = parameterOf(choice, completeLaunch(program_, kernel_, sizes, 0));
    std::size_t number = choice + round;
    for (const Variable* parameter : kernel_.parameters)
      if (reference_.floating.contains(parameter) && parameter->type->isBitVector() &&
          isFloatingWidth(parameter->type->width()))
        launch.values[parameter] = floatingValue(number++, parameter->type->width());
    fill(launch, choices * round + choice);
    return launch;
  }

  void fill(LaunchConfiguration& launch, std::uint64_t seed) const {
    const ArrayContents fills[] = {ArrayContents::random(seed, 8),  ArrayContents::iota(),
                                   ArrayContents::random(seed, 64), ArrayContents::random(seed),
                                   ArrayContents::random(seed, 2),  ArrayContents::links(seed),
                                   ArrayContents::zeros()};
    launch.otherContents = fills[seed % std::size(fills)];
    std::uint64_t number = 0;
    for (const Array* array : program_.arrays()) {
      ArrayContents& contents = launch.contents[array->variable] = launch.otherContents;
      const unsigned width = widthOf(array->variable->type->range());
      if (reference_.floating.contains(array->variable) && isFloatingWidth(width)) {
        std::vector<BigInt> values;
        for (std::size_t i = 0; i < exactNumbers.size(); ++i)
          values.push_back(floatingValue(i, width));
        contents = ArrayContents::among(std::move(values), seed);
      }
      contents.seed = mixBits(seed, number++);
    }
  }

  // Whether the launch could be run.
  bool attempt(const LaunchConfiguration& sizes, unsigned choice, unsigned round) {
    const Launch complete = completeLaunch(program_, kernel_, launchOf(sizes, choice, round), 0);
    if (!complete.violated.empty()) return false;
    if (!complete.perThread.empty()) {
      result_.problem = "an axiom or a precondition leaves out single threads";
      return false;
    }
    const LaunchConfiguration launch = configurationOf(complete);
    Memory expected;
    bool isKnown = false;
    for (const RunOptions& options : schedules()) {
      const RunResult run = barricade::run(program_, kernel_, launch, options);
      steps_ += run.steps;
      if (result_.problem = whyNotFinal(run); !result_.problem.empty()) return true;
      if (!isKnown) {
        const RunResult sequential = runReference(complete);
        steps_ += sequential.steps;
        if (result_.problem = whyNotFinal(sequential); !result_.problem.empty()) return true;
        expected = memoryAfter(sequential);
        isKnown = true;
      }
      if (!compare(memoryAfter(run), expected, complete, launch, options)) return true;
    }
    return true;
  }

  static LaunchConfiguration configurationOf(const Launch& complete) {
    LaunchConfiguration launch;
    for (unsigned d = 0; d < 3; ++d) {
      launch.groupSize[d] = complete.groupSize[d];
      launch.numGroups[d] = complete.numGroups[d];
    }
    launch.values = complete.values;
    launch.contents = complete.contents;
    launch.otherContents = complete.otherContents;
    return launch;
  }

  // The first one looks for races as well.
  std::vector<RunOptions> schedules() const {
    RunOptions options;
    options.benignTolerance = options_.benignTolerance;
    options.stepLimit = options_.stepLimit;
    options.maximalThreads = options_.maximalThreads;
    std::vector<RunOptions> all{options};
    options.detectRaces = false;
    options.schedule = {Schedule::Order::Descending, true, 0};
    all.push_back(options);
    options.schedule = {Schedule::Order::Random, true, 1};
    all.push_back(options);
    return all;
  }

  RunResult runReference(const Launch& complete) const {
    LaunchConfiguration launch = configurationOf(complete);
    const Procedure& procedure = *reference_.procedure;
    for (std::size_t p = 0; p < procedure.parameters.size(); ++p)
      launch.values[procedure.parameters[p]] = complete.values.at(kernel_.parameters[p]);
    RunOptions options;
    options.detectRaces = false;
    options.stepLimit = options_.stepLimit;
    options.selected = {ThreadIndex{}, ThreadIndex{}};
    options.onlyThePair = true;
    return barricade::run(program_, procedure, launch, options);
  }

  // False when they differ.
  bool compare(const Memory& left, const Memory& expected, const Launch& complete,
               const LaunchConfiguration& launch, const RunOptions& options) {
    std::uint64_t touched = 0;
    for (const Array* array : program_.arrays()) {
      const Variable* variable = array->variable;
      if (array->space != AddressSpace::Global) continue;
      const unsigned width = widthOf(variable->type->range());
      const Elements none;
      auto elementsIn = [&](const Memory& memory) -> const Elements& {
        const auto found = memory.find(variable);
        return found == memory.end() ? none : found->second;
      };
      auto valueIn = [&](const Elements& elements, std::uint64_t offset) {
        const auto found = elements.find(offset);
        return found == elements.end() ? complete.contentsOf(variable).element(offset, width)
                                       : found->second;
      };
      std::set<std::uint64_t> offsets;
      for (const Memory* memory : {&left, &expected})
        for (const auto& [offset, value] : elementsIn(*memory)) offsets.insert(offset);
      touched += offsets.size();
      for (const std::uint64_t offset : offsets) {
        const BigInt own = valueIn(elementsIn(left), offset);
        const BigInt other = valueIn(elementsIn(expected), offset);
        if (own == other || isRounded(variable, own, other, width)) continue;
        result_.difference = {array, offset, own, other, launch, options};
        return false;
      }
    }
    ++result_.runs;
    result_.elements = std::max(result_.elements, touched);
    return true;
  }

  bool isRounded(const Variable* array, const BigInt& left, const BigInt& right, unsigned width) {
    if (!reference_.floating.contains(array) || !isFloatingWidth(width)) return false;
    constexpr double relative = 1e-3, absolute = 1e-5;
    const double a = numberOf(left, width), b = numberOf(right, width);
    const bool equal =
        (std::isnan(a) && std::isnan(b)) ||
        std::fabs(a - b) <= relative * std::max(std::fabs(a), std::fabs(b)) + absolute;
    result_.rounded = result_.rounded || equal;
    return equal;
  }

  const Program& program_;
  const Procedure& kernel_;
  const Reference& reference_;
  const EquivalenceOptions& options_;
  EquivalenceRuns result_;
  std::uint64_t steps_ = 0;
};

}  // namespace

EquivalenceRuns compareWithReference(const Program& program, const Procedure& kernel,
                                     const Reference& reference,
                                     const EquivalenceOptions& options) {
  return Comparator(program, kernel, reference, options).run();
}

}  // namespace barricade
