#include "precondition/precondition.h"

#include <algorithm>

#include "encoding/monitor_choice.h"
#include "encoding/problem.h"
#include "ir/semantics.h"
#include "precondition/known_facts.h"
#include "precondition/region.h"
#include "precondition/simplify.h"
#include "verifier/counterexample.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// A way in which the kernel goes wrong, and where.
struct Wrong {
  Finding finding;
  isl::Set region;
  Expr outside = nullptr;  // of that
  Mode mode = Mode::Intra;
  const Statement* logged = nullptr;   // of a race
  const Statement* checked = nullptr;  // of a race
  bool isFree = true;  // nothing but ids, counters and contents at the start has been chosen
};

// Preconditions that stand as long as this does.
class Assumed {
 public:
  explicit Assumed(Procedure& kernel) : kernel_(kernel), before_(kernel.specifications.size()) {}
  ~Assumed() { kernel_.specifications.resize(before_); }
  Assumed(const Assumed&) = delete;
  Assumed& operator=(const Assumed&) = delete;

  void set(Expr condition) {
    kernel_.specifications.resize(before_);
    if (condition->isTrue()) return;
    Specification specification;
    specification.kind = Specification::Kind::Requires;
    specification.condition = condition;
    specification.free = true;
    kernel_.specifications.push_back(std::move(specification));
  }

 private:
  Procedure& kernel_;
  std::size_t before_;
};

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

class Search {
 public:
  Search(Program& program, const Prepared& prepared, const VerifyOptions& options,
         const ConditionLimits& limits)
      : program_(program),
        prepared_(prepared),
        kernel_(*prepared.procedure),
        options_(options),
        limits_(limits),
        deadline_(limits.seconds, limits.processorSeconds),
        context_(isl::makeContext()),
        vocabulary_(kernel_),
        assumed_(kernel_) {
    options_.errorLimit = 1;
    options_.searchToEnd = false;
    options_.overflowIsCondition = false;
    options_.established = nullptr;
    options_.printStages.clear();
    options_.found = nullptr;
    options_.described = [this](Problem& problem, const Execution& execution,
                                const ErrorCondition& error, SolverSession& model) {
      describe(problem, execution, error, model);
    };
  }

  std::optional<Condition> run() {
    if (!excludeAll()) return std::nullopt;
    const std::optional<Formula> found = complementOf(bad(), context());
    if (!found) return std::nullopt;
    const Formula& formula = *found;
    if (isl_set_is_empty(setOf(formula, context()).get()) == isl_bool_true) return std::nullopt;
    assumed_.set(toTerm(formula, vocabulary_, program_.pool()));
    if (verified().verdict != Verdict::Verified) return std::nullopt;
    Condition condition = describe(formula);
    if (!isRun(condition) || !isFulfilled(condition)) return std::nullopt;
    return condition;
  }

 private:
  VerificationResult verified() {
    last_ = {};
    options_.timeout = deadline_.slice(0);
    options_.processorTimeout = deadline_.processorSlice(0);
    return verifyPrepared(program_, prepared_, options_);
  }

  // Until nothing goes wrong any more outside of what has been found to. Code without loops, and
  // the first iterations of these, comes first: nothing is abstracted there, and written values are
  // told apart, so that what goes wrong surely does.
  bool excludeAll() {
    const unsigned asked = options_.loopUnwind;
    if (asked == 0) {
      options_.loopUnwind = 1;
      exclude();
      options_.loopUnwind = asked;
    }
    return exclude();
  }

  bool exclude() {
    ExprPool& pool = program_.pool();
    while (wrong_.size() <= limits_.regions && !deadline_.passed()) {
      VerificationResult result = verified();
      if (result.verdict == Verdict::Verified) return !wrong_.empty();
      if (result.findings.empty()) return false;
      if (result.findings.front().overflow && !options_.ignoreOverflow) {
        options_.ignoreOverflow = true;
        continue;
      }
      if (!last_.region) return false;
      last_.finding = std::move(result.findings.front());
      wrong_.push_back(std::move(last_));
      for (Wrong& one : wrong_) one.region = aligned(std::move(one.region), vocabulary_);
      const std::optional<Formula> outside = complementOf(wrong_.back().region, context());
      if (!outside) return false;
      wrong_.back().outside = toTerm(*outside, vocabulary_, pool);
      Expr rest = pool.boolean(true);
      for (const Wrong& one : wrong_) rest = pool.make(Op::And, rest, one.outside);
      assumed_.set(rest);
    }
    return false;
  }

  // The terms for sizes and parameters.
  std::unordered_map<Expr, const Variable*> keptTerms(Problem& problem,
                                                      const Execution& execution) {
    std::unordered_map<Expr, const Variable*> kept;
    const Subject& subject = problem.subject();
    for (std::size_t v = 0; v < subject.kernel.variableCount(); ++v)
      if (vocabulary_.knows(subject.kernel.variable(v)) && execution.parameter(v) &&
          !execution.parameter(v)->isLiteral())
        kept[execution.parameter(v)] = subject.kernel.variable(v);
    for (const auto* sizes : {&subject.launch.groupSize, &subject.launch.numGroups})
      for (Expr size : *sizes)
        if (!size->isLiteral()) kept[size] = size->variable();
    return kept;
  }

  void describe(Problem& problem, const Execution& execution, const ErrorCondition& error,
                SolverSession& model) {
    last_ = {};
    last_.mode = problem.mode();
    if (error.kind == FindingKind::Race) {
      last_.checked = execution.events()[error.event].statement;
      last_.logged = execution.events()[loggedEvent(execution, error, model)].statement;
    }
    const auto kept = keptTerms(problem, execution);
    RegionBuilder builder(program_.pool(), context_.get(), vocabulary_, kept,
                          [&](Expr e) { return model.value(e); });
    std::vector<Expr> preconditions;
    collectConjuncts(execution.preconditions(), preconditions);
    std::vector<Expr> facts = preconditions;
    for (Expr constraint : problem.pair().constraints) collectConjuncts(constraint, facts);
    known_.learn(facts, kept, vocabulary_, builder);
    last_.region = builder.build(pathConditions(problem, execution, error));
    if (!last_.region) return;
    last_.isFree = std::all_of(preconditions.begin(), preconditions.end(), [&](Expr e) {
      const auto leaves = leavesOf(e);
      return std::all_of(leaves.begin(), leaves.end(), [&](const Variable* leaf) {
        return kept.contains(program_.pool().variable(leaf));
      });
    });
    // Writes of equal values do not race, but here they would.
    if (error.kind == FindingKind::Race && options_.benignTolerance &&
        !problem.subject().writtenValuesMatter)
      last_.isFree = false;
    std::unordered_set<Expr> chosen;
    for (unsigned t = 0; t < 2; ++t)
      for (unsigned d = 0; d < 3; ++d)
        for (Expr id : {problem.pair().localId[t][d], problem.pair().groupId[t][d]})
          forEachNode({id}, [&](Expr e) { chosen.insert(e); });
    for (std::size_t v = 0; v < problem.subject().kernel.variableCount(); ++v)
      if (isParameter(problem.subject().kernel.variable(v)) && execution.parameter(v))
        chosen.insert(execution.parameter(v));
    for (const Event& event : execution.events())
      for (const LoopPosition& position : event.loops) chosen.insert(position.iteration);
    for (Expr e : builder.projected()) {
      const bool content = e->op() == Op::Apply && isContent(problem, e->function());
      const bool watched = e->op() == Op::Variable && error.kind == FindingKind::Race &&
                           (isWatched(problem, execution, error, e) ||
                            isMonitorChoice(problem.subject().terms, *e->variable()));
      if (!content && !watched && !chosen.contains(e)) last_.isFree = false;
    }
  }

  bool isParameter(const Variable* variable) const {
    const auto& parameters = kernel_.parameters;
    return std::find(parameters.begin(), parameters.end(), variable) != parameters.end();
  }

  static bool isContent(Problem& problem, const Function* function) {
    const auto& arrays = problem.subject().readOnlyFunctions;
    return std::any_of(arrays.begin(), arrays.end(),
                       [&](const auto& array) { return array.second == function; });
  }

  // What the counterexample fulfils, without the preconditions: regions may go beyond these, and so
  // do not break into pieces along what earlier ones have left.
  static std::vector<Expr> pathConditions(Problem& problem, const Execution& execution,
                                          const ErrorCondition& error) {
    Terms& terms = problem.subject().terms;
    std::vector<Expr> preconditions;
    collectConjuncts(execution.preconditions(), preconditions);
    std::unordered_map<Expr, Expr> dropped;
    for (Expr e : preconditions) dropped[e] = terms.yes();
    std::unordered_map<Expr, Expr> memo;
    std::vector<Expr> conditions = problem.pair().constraints;
    conditions.push_back(terms.substitute(error.condition, dropped, memo));
    return conditions;
  }

  static bool isWatched(Problem& problem, const Execution& execution, const ErrorCondition& error,
                        Expr e) {
    const Variable* array = problem.subject().kernel.arrays()[error.array].array->variable;
    return execution.watchedOffset(array->type->domain()) == e;
  }

  // What is known of sizes and parameters; of parameters also what their types admit.
  isl::BasicSet context() { return known_.set(vocabulary_, context_.get()); }

  isl::Set bad() {
    isl::Set all(isl_set_empty(isl_basic_set_get_space(context().get())));
    for (const Wrong& one : wrong_)
      all.reset(isl_set_union(all.release(), isl_set_copy(one.region.get())));
    return all;
  }

  // Whether some launch that fulfils the condition runs the accesses of each race: by two threads
  // of a group where it is one within a group, by any threads where it is one between groups.
  bool isRun(Condition& condition) {
    return std::all_of(wrong_.begin(), wrong_.end(), [&](const Wrong& one) {
      if (one.finding.kind != FindingKind::Race) return true;
      if (one.mode == Mode::Intra) return isRun(one, Mode::Intra, true, condition);
      return isRun(one, Mode::Inter, true, condition) || isRun(one, Mode::Intra, false, condition);
    });
  }

  // An access is recorded of the watched element; the two that are to be run need not meet there.
  static Expr ofAnyElement(Problem& problem, const Execution& execution, const Event& event,
                           Expr running) {
    Terms& terms = problem.subject().terms;
    const Variable* array = problem.subject().kernel.arrays()[event.array].array->variable;
    const Expr watched = execution.watchedOffset(array->type->domain());
    std::unordered_map<Expr, Expr> memo;
    return terms.substitute(running, {{watched, terms.fresh("watched", watched->type())}}, memo);
  }

  // `together`: by the two threads of one pair.
  bool isRun(const Wrong& wrong, Mode mode, bool together, Condition& condition) {
    Subject subject(program_, kernel_, options_, false);
    const std::vector<Mode> modes = modesFor(subject.launch, options_);
    if (std::find(modes.begin(), modes.end(), mode) == modes.end()) return false;
    Problem problem(subject, mode);
    Terms& terms = subject.terms;
    const auto execution = problem.execute(ExecutionOptions::Form::Races, {}, {}, {});
    Expr logged = terms.no();
    Expr checked = terms.no();
    for (const Event& event : execution->events()) {
      if (event.kind == Event::Kind::Log && event.statement == wrong.logged)
        logged = terms.lor(logged, event.running[0]);
      if (event.kind == Event::Kind::Check && event.statement == wrong.checked)
        checked = terms.lor(checked, ofAnyElement(problem, *execution, event, event.running[1]));
    }
    Statistics statistics;
    Portfolio portfolio(problem, deadline_, statistics);
    std::vector<Expr> questions{terms.land(logged, checked)};
    if (!together) questions = {logged, checked};
    for (Expr question : questions) {
      const Reply reply = portfolio.findModel("condition", {execution->preconditions(), question});
      if (!reply.model) return false;
      if (condition.good.empty()) condition.good = valuesIn(problem, *execution, *reply.model);
    }
    return true;
  }

  // Whether some launch fulfils it at all.
  bool isFulfilled(Condition& condition) {
    if (!condition.good.empty()) return true;
    Subject subject(program_, kernel_, options_, false);
    Problem problem(subject, modesFor(subject.launch, options_).front());
    const auto execution = problem.execute(ExecutionOptions::Form::Checks, {}, {}, {});
    Statistics statistics;
    Portfolio portfolio(problem, deadline_, statistics);
    const Reply reply = portfolio.findModel("condition", {execution->preconditions()});
    if (reply.model) condition.good = valuesIn(problem, *execution, *reply.model);
    return reply.model != nullptr;
  }

  LaunchValues valuesIn(Problem& problem, const Execution& execution, SolverSession& model) {
    LaunchValues values;
    for (const auto& [term, variable] : keptTerms(problem, execution)) {
      const BigInt number = model.value(term);
      const bool sign = vocabulary_.isSigned(variable) && term->type()->isBitVector();
      values.push_back(
          {sourceName(*variable), (sign ? toSigned(number, term->type()->width()) : number).str()});
    }
    return sorted(std::move(values));
  }

  bool isOpen(const Variable* size) {
    Terms terms(program_);
    const LaunchFacts facts = findLaunchFacts(terms, options_, &kernel_);
    return !facts.constants.contains(size);
  }

  LaunchValues valuesOf(const Finding& finding) {
    LaunchValues values;
    auto add = [&](const Variable* variable, const BigInt& number) {
      if (!vocabulary_.knows(variable)) return;
      const bool sign = vocabulary_.isSigned(variable) && variable->type->isBitVector();
      values.push_back({sourceName(*variable),
                        (sign ? toSigned(number, variable->type->width()) : number).str()});
    };
    for (const auto& [variable, number] : finding.witness.constants)
      if (isOpen(variable)) add(variable, number);
    for (const auto& [variable, number] : finding.witness.parameters) add(variable, number);
    return sorted(std::move(values));
  }

  static LaunchValues sorted(LaunchValues values) {
    std::sort(values.begin(), values.end(),
              [](const NamedValue& a, const NamedValue& b) { return a.name < b.name; });
    return values;
  }

  Condition describe(const Formula& formula) {
    Condition condition;
    condition.text = toC(formula, vocabulary_);
    condition.assumesNoOverflow = options_.ignoreOverflow;
    condition.exact =
        !options_.ignoreOverflow && std::all_of(wrong_.begin(), wrong_.end(), [](const Wrong& one) {
          return one.isFree && one.finding.confirmation.isConfirmed();
        });
    condition.bad = valuesOf(wrong_.front().finding);
    if (!formula.isConjunction) {
      condition.clauses.push_back({condition.text, {}});
      for (const Wrong& one : wrong_) condition.clauses[0].excluded.push_back(one.finding);
      return condition;
    }
    for (const auto& part : formula.parts) {
      ConditionClause clause{toC(part, false, vocabulary_), {}};
      const isl::Set allowed = setOf(Formula{true, {part}}, context());
      for (const Wrong& one : wrong_) {
        isl::Set region(isl_set_copy(one.region.get()));
        region.reset(
            isl_set_intersect(region.release(), isl_set_from_basic_set(context().release())));
        if (isl_set_is_subset(region.get(), allowed.get()) != isl_bool_true)
          clause.excluded.push_back(one.finding);
      }
      condition.clauses.push_back(std::move(clause));
    }
    return condition;
  }

  Program& program_;
  const Prepared& prepared_;
  Procedure& kernel_;
  VerifyOptions options_;
  ConditionLimits limits_;
  Deadline deadline_;
  isl::Context context_;  // of all sets below
  Vocabulary vocabulary_;
  Assumed assumed_;
  KnownFacts known_;
  std::vector<Wrong> wrong_;
  Wrong last_;  // of the last counterexample
};

}  // namespace

bool hasOpenSizes(Program& program, const Procedure& kernel, const VerifyOptions& options) {
  Terms terms(program);
  const LaunchFacts facts = findLaunchFacts(terms, options, &kernel);
  auto isOpen = [](Expr size) { return !size->isLiteral(); };
  return std::any_of(facts.groupSize.begin(), facts.groupSize.end(), isOpen) ||
         std::any_of(facts.numGroups.begin(), facts.numGroups.end(), isOpen);
}

std::optional<Condition> findCondition(Program& program, const Prepared& prepared,
                                       const VerifyOptions& options,
                                       const ConditionLimits& limits) {
  if (program.mathInt) return std::nullopt;
  declareSizes(program, options, *prepared.procedure);
  return Search(program, prepared, options, limits).run();
}

}  // namespace barricade
