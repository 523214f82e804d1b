#include "precondition/precondition.h"

#include <algorithm>
#include <iostream>

#include "analysis/fixed_parameters.h"
#include "ir/cfg.h"
#include "precondition/assumed.h"
#include "precondition/atom_choice.h"
#include "precondition/block_shapes.h"
#include "precondition/fulfilment.h"
#include "precondition/region.h"
#include "precondition/simplify.h"
#include "precondition/usual_launches.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// Of the processor: for regions before it is tried to exclude what goes wrong by what people
// demand, then for a verification in small launches, and for one in all where these are right.
constexpr double secondsOfRegions = 4;
constexpr double secondsOfPieces = 1;   // where no linear region says what goes wrong
constexpr unsigned regionsAtFirst = 4;  // less where parameters are multiplied
constexpr double secondsOfAttempt = 2;
constexpr double secondsOfProof = 5;
constexpr double secondsOfOverflow = 1;
constexpr double secondsOfUsual = 1;  // for a launch of usual sizes
constexpr unsigned fewestUsual = 3;   // that have to go wrong for the others to count for nothing
// Of small launches.
constexpr unsigned smallGrid = 8;
constexpr unsigned smallParameter = 128;
constexpr double secondsOfShape = 3;  // for blocks of one likely shape
// Choices of demands that were neither verified nor refuted.
constexpr unsigned maximalUndecided = 1;
// A formula that takes more to read gives way to one that is sufficient, if there is a shorter one.
constexpr std::size_t readable = 10;

// Sizes that the program does not declare get one variable for all verifications.
void declareSizes(Program& program, const VerifyOptions& options, const Procedure& kernel) {
  Terms terms(program);
  const LaunchFacts facts = findLaunchFacts(terms, options, &kernel);
  for (const auto kind : {LaunchConstant::Kind::GroupSize, LaunchConstant::Kind::NumGroups})
    for (unsigned d = 0; d < 3; ++d) {
      const auto& sizes =
          kind == LaunchConstant::Kind::GroupSize ? facts.groupSize : facts.numGroups;
      if (sizes[d]->isLiteral() || program.launchConstant({kind, d})) continue;
      Variable* variable = program.addVariable();
      variable->kind = Variable::Kind::Constant;
      variable->role = VariableRole::Launch;
      variable->type = facts.sizeType;
      variable->launch = LaunchConstant{kind, d};
      variable->name = sizes[d]->variable()->name;
    }
}

// Those of the launch that nobody gives, and numbers of threads that are given.
struct Sizes {
  std::vector<const Variable*> open;
  std::vector<BigInt> ofGroups;
};

Sizes sizesOf(Program& program, const VerifyOptions& options, const Procedure& kernel) {
  Terms terms(program);
  const LaunchFacts facts = findLaunchFacts(terms, options, &kernel);
  Sizes sizes;
  for (const auto* all : {&facts.groupSize, &facts.numGroups})
    for (Expr size : *all)
      if (!size->isLiteral()) sizes.open.push_back(size->variable());
  for (Expr size : facts.groupSize)
    if (size->isLiteral()) sizes.ofGroups.push_back(size->value());
  return sizes;
}

bool isOpen(Program& program, const VerifyOptions& options, const Procedure& kernel,
            const Variable* size) {
  Terms terms(program);
  return !findLaunchFacts(terms, options, &kernel).constants.contains(size);
}

}  // namespace

// Has many methods: regions, demands and shapes share what goes wrong, and what is assumed
// meanwhile.
class ConditionSearch::Search {
 public:
  Search(Program& program, const Prepared& prepared, const VerifyOptions& options)
      : program_(program),
        prepared_(prepared),
        kernel_(*prepared.procedure),
        options_(options),
        context_(isl::makeContext()),
        vocabulary_(kernel_),
        hasLoops_(!ControlFlow(kernel_).loops().empty()) {
    options_.errorLimit = 1;
    options_.searchToEnd = false;
    options_.overflowIsCondition = false;
    options_.established = nullptr;
    options_.printStages.clear();
    options_.found = nullptr;
    options_.described = observer();
  }

  decltype(VerifyOptions::described) observer() {
    return [this](Problem& problem, const Execution& execution, const ErrorCondition& error,
                  SolverSession& model) {
      last_ = wrongOf(problem, execution, error, model, context_.get(), vocabulary_, known_);
    };
  }

  bool isVacuous() const { return isVacuous_; }
  unsigned wrongUsualLaunches() const { return wrongUsual_; }

  std::optional<Condition> run(const Finding& first, const ConditionLimits& limits) {
    assumed_.emplace(kernel_);
    std::optional<Condition> condition = search(first, limits);
    assumed_.reset();
    return condition;
  }

 private:
  std::optional<Condition> search(const Finding& first, const ConditionLimits& limits) {
    limits_ = limits;
    deadline_ = Deadline(limits.seconds, limits.processorSeconds);
    Wrong seen = std::move(last_);
    seen.finding = first;
    if (hasLoops_ && isWrongAsUsual(seen)) return std::nullopt;
    const Deadline soon(limits.seconds, seen.halvesCounter ? secondsOfPieces : secondsOfRegions);
    std::optional<Found> found = fromRegions(soon, std::min(regionsAtFirst, limits.regions));
    if (isVacuous_ || (found && found->complexity <= readable)) return conditionOf(found);
    if (!hasLoops_ && !found && isWrongAsUsual(seen)) return std::nullopt;
    const std::size_t regions = wrong_.size();
    const bool hasOverflow = options_.ignoreOverflow;
    if (regions == 0 && !first.overflow && !seen.numbers.empty()) wrong_.push_back(std::move(seen));
    std::optional<Found> demanded = fromDemands();
    if (demanded && (!found || demanded->complexity < found->complexity))
      return conditionOf(demanded);
    if (found) return conditionOf(found);
    found = fromShapes();
    if (found || deadline_.passed()) return conditionOf(found);
    wrong_.erase(wrong_.begin() + static_cast<std::ptrdiff_t>(regions), wrong_.end());
    options_.ignoreOverflow = hasOverflow;
    return conditionOf(fromRegions(deadline_, limits_.regions));
  }

  //--- Usual launches -------------------------------------------------------------------------

  // Whether it goes wrong in all launches of usual sizes that run what went wrong.
  bool isWrongAsUsual(const Wrong& seen) {
    const Sizes sizes = sizesOf(program_, options_, kernel_);
    const std::vector<const Variable*> parameters = openParameters();
    const VerifyOptions asked = options_;
    unsigned wrong = 0;
    bool isEverRight = false;
    const std::vector<LaunchNumbers> launches =
        usualLaunches(sizes.open, parameters, namedSizes(kernel_, sizes.ofGroups));
    std::size_t left = launches.size();
    for (const LaunchNumbers& launch : launches) {
      if (wrong + left-- < fewestUsual) break;
      const Verdict verdict = verdictIn(launch, parameters);
      if (options_.verbose) std::cerr << "launch of usual sizes: " << toString(verdict) << "\n";
      if (verdict == Verdict::Refuted) ++wrong;
      isEverRight = verdict == Verdict::Verified && isRunAsAssumed(seen);
      options_.groupSize = asked.groupSize;
      options_.numGroups = asked.numGroups;
      if (isEverRight) break;
    }
    options_ = asked;
    assumed_->set(program_.pool().boolean(true));
    if (isEverRight || wrong < fewestUsual) return false;
    wrongUsual_ = wrong;
    return true;
  }

  std::vector<const Variable*> openParameters() {
    Terms terms(program_);
    const LaunchFacts facts = findLaunchFacts(terms, options_, &kernel_);
    const FixedParameters fixed = fixedParameters(terms, kernel_, facts, options_.kernelArgs);
    std::vector<const Variable*> open;
    std::ranges::copy_if(kernel_.parameters, std::back_inserter(open), [&](const Variable* one) {
      return vocabulary_.knows(one) && !fixed.contains(one);
    });
    return open;
  }

  // The number of blocks is left open where it follows from the parameters, and of these the last
  // ones where they follow from those before: a pitch, say.
  Verdict verdictIn(const LaunchNumbers& launch, std::vector<const Variable*> parameters) {
    const LaunchSizes openGrid = options_.numGroups;
    for (const auto& [variable, number] : launch)
      if (variable->launch)
        (variable->launch->kind == LaunchConstant::Kind::GroupSize
             ? options_.groupSize
             : options_.numGroups)[variable->launch->dimension] = LaunchSize{number};
    Verdict verdict = verdictWith(launch, parameters);
    options_.numGroups = openGrid;
    for (; verdict == Verdict::Rejected && !parameters.empty(); parameters.pop_back())
      verdict = verdictWith(launch, parameters);
    return verdict;
  }

  Verdict verdictWith(const LaunchNumbers& launch, const std::vector<const Variable*>& parameters) {
    Formula numbers{true, {}};
    for (const Variable* parameter : parameters)
      numbers.parts.push_back(
          {{{{{vocabulary_.column({parameter}), 1}}, {}, -launch.at(parameter)}, Relation::Equal}});
    assumed_->set(toTerm(numbers, vocabulary_, program_.pool()));
    return verdictAsAssumed();
  }

  // What goes wrong in the first iterations of loops is found soon.
  Verdict verdictAsAssumed() {
    if (hasLoops_ && options_.loopUnwind == 0) {
      options_.loopUnwind = 1;
      const Verdict verdict = verified(deadline_, secondsOfUsual).verdict;
      options_.loopUnwind = 0;
      if (verdict == Verdict::Refuted || verdict == Verdict::Rejected) return verdict;
    }
    return verified(deadline_, secondsOfUsual).verdict;
  }

  // Whether a launch that is as assumed runs what goes wrong in another one.
  bool isRunAsAssumed(const Wrong& seen) {
    return Fulfilment(program_, kernel_, options_, vocabulary_, deadline_).runs(seen);
  }

  struct Found {
    Condition condition;
    std::size_t complexity = 0;
  };

  static std::optional<Condition> conditionOf(std::optional<Found> found) {
    if (!found) return std::nullopt;
    return std::move(found->condition);
  }

  VerificationResult verified(const Deadline& deadline, double processorSeconds = 0) {
    last_ = {};
    options_.timeout = deadline.slice(0);
    options_.processorTimeout = deadline.processorSlice(processorSeconds);
    return verifyPrepared(program_, prepared_, options_);
  }

  void add(VerificationResult result) {
    last_.finding = std::move(result.findings.front());
    if (!shape_.empty()) last_.region.reset();  // which says nothing of sizes that were numbers
    for (const auto& [size, number] : shape_) last_.numbers[size] = number;
    wrong_.push_back(std::move(last_));
  }

  //--- Regions --------------------------------------------------------------------------------

  std::optional<Found> fromRegions(const Deadline& deadline, unsigned most) {
    if (!excludeAll(deadline, most)) return std::nullopt;
    const std::optional<Formula> all = complementOf(bad(), context());
    if (!all) return std::nullopt;
    const std::optional<Formula> formula = withoutHugeNumbers(*all, context(), vocabulary_);
    if (!formula || !roundsAsC(*formula, context())) return std::nullopt;
    isVacuous_ = isl_set_is_empty(setOf(*formula, context()).get()) == isl_bool_true;
    if (isVacuous_) return std::nullopt;
    assumed_->set(toTerm(*formula, vocabulary_, program_.pool()));
    if (verified(deadline_).verdict != Verdict::Verified) return std::nullopt;
    std::optional<Found> found = fulfilled(*formula);
    if (found && isl_set_is_equal(setOf(*formula, context()).get(), setOf(*all, context()).get()) !=
                     isl_bool_true)
      found->condition.exact = false;
    isVacuous_ = !found && !deadline_.passed();
    return found;
  }

  // Until nothing goes wrong any more outside of what has been found to. Code without loops, and
  // the first iterations of these, comes first: nothing is abstracted there, and written values are
  // told apart, so that what goes wrong surely does.
  bool excludeAll(const Deadline& deadline, unsigned most) {
    const unsigned asked = options_.loopUnwind;
    if (asked == 0) {
      options_.loopUnwind = 1;
      const bool isAll = exclude(deadline, most);
      options_.loopUnwind = asked;
      if (isAll && !hasLoops_) return true;
    }
    return exclude(deadline, most);
  }

  bool exclude(const Deadline& deadline, unsigned most) {
    assumeOutside();
    while (wrong_.size() <= most && !deadline.passed()) {
      VerificationResult result = verified(deadline);
      if (result.verdict == Verdict::Verified) return !wrong_.empty();
      if (result.findings.empty()) return false;
      if (result.findings.front().overflow && !options_.ignoreOverflow) {
        options_.ignoreOverflow = true;
        continue;
      }
      if (!last_.region) return false;
      last_.region = aligned(std::move(last_.region), vocabulary_);
      const std::optional<Formula> outside = complementOf(last_.region, context());
      if (!outside) return false;
      last_.outside = toTerm(*outside, vocabulary_, program_.pool());
      add(std::move(result));
      if (most == regionsAtFirst && wrong_.back().multipliesParameter) return false;
      assumeOutside();
    }
    return false;
  }

  void assumeOutside() {
    Expr rest = program_.pool().boolean(true);
    for (const Wrong& one : wrong_) rest = program_.pool().make(Op::And, rest, one.outside);
    assumed_->set(rest);
  }

  isl::Set bad() {
    isl::Set all(isl_set_empty(isl_basic_set_get_space(context().get())));
    for (const Wrong& one : wrong_)
      all.reset(isl_set_union(all.release(), regionOf(one).release()));
    return all;
  }

  //--- Demands --------------------------------------------------------------------------------

  // Where regions are too many, or not linear: the cheapest of what people demand, as far as the
  // kernel's arithmetic does not wrap around.
  std::optional<Found> fromDemands() { return fromDemands({}, maximalUndecided); }

  // Where these are too many, too, or hard to prove: in blocks of which the sizes are numbers.
  std::optional<Found> fromShapes() {
    const Sizes sizes = sizesOf(program_, options_, kernel_);
    const LaunchSizes asked = options_.groupSize;
    const Deadline whole = deadline_;
    std::optional<Found> found;
    for (const BlockShape& shape : blockShapes(sizes.open, namedSizes(kernel_, sizes.ofGroups))) {
      if (found || whole.passed()) break;
      deadline_ = Deadline(whole.slice(0), whole.processorSlice(secondsOfShape));
      shape_ = shape;
      std::vector<Atom> given;
      for (const auto& [size, number] : shape) {
        given.push_back({{{{vocabulary_.column({size}), 1}}, {}, -number}, Relation::Equal});
        options_.groupSize[size->launch->dimension] = LaunchSize{number};
      }
      found = fromDemands(given, 0);
      options_.groupSize = asked;
      shape_.clear();
    }
    deadline_ = whole;
    return found;
  }

  std::optional<Found> fromDemands(const std::vector<Atom>& given, unsigned mostUndecided) {
    options_.ignoreOverflow = true;
    const Sizes sizes = sizesOf(program_, options_, kernel_);
    std::vector<CandidateAtom> candidates =
        candidateAtoms(kernel_, sizes.open, sizes.ofGroups, vocabulary_, areRaces());
    AtomChoice choice(std::move(candidates), vocabulary_, context());
    choice.always(given);
    for (const Wrong& one : wrong_) choice.exclude(one);
    std::optional<Found> found;
    for (unsigned undecided = 0; !found && undecided <= mostUndecided && !deadline_.passed();) {
      const auto formula = choice.cheapest(context());
      if (!formula) break;
      VerificationResult result = verifiedUnder(*formula);
      if (options_.verbose)
        std::cerr << "demand '" << toC(*formula, vocabulary_) << "': " << toString(result.verdict)
                  << "\n";
      if (!result.findings.empty()) {
        add(std::move(result));
        choice.exclude(wrong_.back());
      } else if (result.verdict == Verdict::Rejected) {
        choice.demandLess();
      } else if (result.verdict == Verdict::Verified) {
        found = fulfilled(*formula);
        if (!found) choice.demandLess();
      } else {
        choice.demandMore();
        ++undecided;
      }
    }
    if (found) found->condition.assumesNoOverflow = !holdsWithOverflow();
    return found;
  }

  bool areRaces() const {
    return std::ranges::all_of(
        wrong_, [](const Wrong& one) { return one.finding.kind == FindingKind::Race; });
  }

  // Small launches come first, and in these the first iterations of loops: what goes wrong there is
  // found soon, and shown by a run. What is hard there is so in all.
  VerificationResult verifiedUnder(const Formula& formula) {
    ExprPool& pool = program_.pool();
    const Expr condition = toTerm(formula, vocabulary_, pool);
    const unsigned asked = options_.loopUnwind;
    if (asked == 0) options_.loopUnwind = 1;
    assumed_->set(pool.make(Op::And, condition, smallLaunches()));
    VerificationResult result = verified(deadline_, secondsOfAttempt);
    options_.loopUnwind = asked;
    if (asked == 0 && hasLoops_ && result.findings.empty())
      result = verified(deadline_, secondsOfProof);
    if (!result.findings.empty() || (hasLoops_ && result.verdict == Verdict::Undecided))
      return result;
    assumed_->set(condition);
    return verified(deadline_, secondsOfProof);
  }

  Expr smallLaunches() {
    Formula small{true, {}};
    auto bound = [&](const Variable* variable, int factor, const BigInt& most) {
      const std::size_t column = vocabulary_.column({variable});
      small.parts.push_back({{{{{column, factor}}, {}, most}, Relation::AtLeast}});
    };
    for (const Variable* size : sizesOf(program_, options_, kernel_).open)
      if (size->launch->kind == LaunchConstant::Kind::NumGroups) bound(size, -1, smallGrid);
    for (const Variable* parameter : kernel_.parameters) {
      if (!vocabulary_.knows(parameter)) continue;
      bound(parameter, -1, smallParameter);
      if (vocabulary_.isSigned(parameter)) bound(parameter, 1, smallParameter);
    }
    return toTerm(small, vocabulary_, program_.pool());
  }

  // Whether the condition that is assumed suffices where arithmetic wraps around, too.
  bool holdsWithOverflow() {
    options_.ignoreOverflow = false;
    return verified(deadline_, secondsOfOverflow).verdict == Verdict::Verified;
  }

  //--- The condition --------------------------------------------------------------------------

  // Null: no launch fulfils it, or runs in it what went wrong.
  std::optional<Found> fulfilled(const Formula& formula) {
    Condition condition = describe(formula);
    Fulfilment fulfilment(program_, kernel_, options_, vocabulary_, deadline_);
    assumed_->set(program_.pool().boolean(true));
    for (Wrong& one : wrong_)
      if (one.mode == Mode::Inter && one.finding.kind == FindingKind::Race && !one.runsInGroup)
        one.runsInGroup = fulfilment.isRunInGroup(one);
    assumed_->set(toTerm(formula, vocabulary_, program_.pool()));
    const auto launch = fulfilment.find(wrong_);
    if (!launch) return std::nullopt;
    condition.good = *launch;
    for (const auto& [size, number] : shape_)
      condition.good.push_back({sourceName(*size), number.str()});
    condition.good = sorted(std::move(condition.good));
    return Found{std::move(condition), complexity(formula)};
  }

  // What is known of sizes and parameters; of parameters also what their types admit.
  isl::BasicSet context() { return known_.set(vocabulary_, context_.get()); }

  LaunchValues valuesOf(const Finding& finding) {
    LaunchValues values;
    auto add = [&](const Variable* variable, const BigInt& number) {
      if (!vocabulary_.knows(variable)) return;
      values.push_back({sourceName(*variable), vocabulary_.number(variable, number).str()});
    };
    for (const auto& [variable, number] : finding.witness.constants)
      if (isOpen(program_, options_, kernel_, variable) || isOfShape(variable))
        add(variable, number);
    for (const auto& [variable, number] : finding.witness.parameters) add(variable, number);
    return sorted(std::move(values));
  }

  bool isOfShape(const Variable* variable) const {
    return std::ranges::any_of(shape_, [&](const auto& size) { return size.first == variable; });
  }

  Condition describe(const Formula& formula) {
    Condition condition;
    condition.text = toC(formula, vocabulary_);
    condition.assumesNoOverflow = options_.ignoreOverflow;
    condition.exact =
        !options_.ignoreOverflow && std::all_of(wrong_.begin(), wrong_.end(), [](const Wrong& one) {
          return one.isFree && one.finding.confirmation.isConfirmed();
        });
    if (!wrong_.empty()) condition.bad = valuesOf(wrong_.front().finding);
    if (!formula.isConjunction) {
      condition.clauses.push_back({condition.text, {}});
      for (const Wrong& one : wrong_) condition.clauses[0].excluded.push_back(one.finding);
      return condition;
    }
    for (const auto& part : formula.parts) {
      ConditionClause clause{toC(part, false, vocabulary_), {}};
      const isl::Set allowed = setOf(Formula{true, {part}}, context());
      for (const Wrong& one : wrong_)
        if (isLaunchExcluded(one, part)) clause.excluded.push_back(one.finding);
      for (const Wrong& one : wrong_)
        if (!isLaunchExcluded(one, part) && isPartlyExcluded(one, allowed))
          clause.excluded.push_back(one.finding);
      condition.clauses.push_back(std::move(clause));
    }
    return condition;
  }

  // The launch in which it was seen, by a clause.
  bool isLaunchExcluded(const Wrong& one, const std::vector<Atom>& clause) const {
    return std::ranges::none_of(
        clause, [&](const Atom& atom) { return mayHold(atom, one.numbers, vocabulary_); });
  }

  // Others in which the same goes wrong, by a clause of which `allowed` is the set.
  bool isPartlyExcluded(const Wrong& one, const isl::Set& allowed) {
    if (!one.region) return false;
    isl::Set region = regionOf(one);
    region.reset(isl_set_intersect(region.release(), isl_set_from_basic_set(context().release())));
    return isl_set_is_subset(region.get(), allowed.get()) != isl_bool_true;
  }

  isl::Set regionOf(const Wrong& one) const {
    return aligned(isl::Set(isl_set_copy(one.region.get())), vocabulary_);
  }

  Program& program_;
  const Prepared& prepared_;
  Procedure& kernel_;
  VerifyOptions options_;
  ConditionLimits limits_;
  Deadline deadline_{0};
  isl::Context context_;  // of all sets below
  Vocabulary vocabulary_;
  const bool hasLoops_;
  std::optional<Assumed> assumed_;  // while the search runs
  KnownFacts known_;
  BlockShape shape_;  // that is tried
  std::vector<Wrong> wrong_;
  unsigned wrongUsual_ = 0;  // launches of usual sizes, if all go wrong
  bool isVacuous_ = false;   // whatever else is wrong, no launch is right that runs it
  Wrong last_;               // of the last counterexample
};

bool hasOpenSizes(Program& program, const Procedure& kernel, const VerifyOptions& options) {
  Terms terms(program);
  return hasOpenSize(findLaunchFacts(terms, options, &kernel));
}

ConditionSearch::ConditionSearch(Program& program, const Prepared& prepared,
                                 const VerifyOptions& options) {
  declareSizes(program, options, *prepared.procedure);
  search_ = std::make_unique<Search>(program, prepared, options);
}

ConditionSearch::~ConditionSearch() = default;

decltype(VerifyOptions::described) ConditionSearch::observer() {
  return search_->observer();
}

bool ConditionSearch::isRefutedForAll() const {
  return search_->isVacuous();
}

unsigned ConditionSearch::wrongUsualLaunches() const {
  return search_->wrongUsualLaunches();
}

std::optional<Condition> ConditionSearch::run(const Finding& first, const ConditionLimits& limits) {
  return search_->run(first, limits);
}

}  // namespace barricade
