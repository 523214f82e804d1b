#include "precondition/wrong.h"

#include <algorithm>
#include <unordered_set>

#include "encoding/monitor_choice.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "precondition/region.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

// What the counterexample fulfils, without the preconditions: regions may go beyond these, and so
// do not break into pieces along what earlier ones have left.
std::vector<Expr> pathConditions(Problem& problem, const Execution& execution,
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

bool isContent(Problem& problem, const Function* function) {
  const auto& arrays = problem.subject().readOnlyFunctions;
  return std::any_of(arrays.begin(), arrays.end(),
                     [&](const auto& array) { return array.second == function; });
}

bool isWatched(Problem& problem, const Execution& execution, const ErrorCondition& error, Expr e) {
  const Variable* array = problem.subject().kernel.arrays()[error.array].array->variable;
  return execution.watchedOffset(array->type->domain()) == e;
}

// What a launch chooses: ids, parameters, counters of loops.
std::unordered_set<Expr> chosenTerms(Problem& problem, const Execution& execution) {
  std::unordered_set<Expr> chosen;
  for (unsigned t = 0; t < 2; ++t)
    for (unsigned d = 0; d < 3; ++d)
      for (Expr id : {problem.pair().localId[t][d], problem.pair().groupId[t][d]})
        forEachNode({id}, [&](Expr e) { chosen.insert(e); });
  for (const Variable* parameter : problem.subject().kernel.procedure().parameters)
    for (std::size_t v = 0; v < problem.subject().kernel.variableCount(); ++v)
      if (problem.subject().kernel.variable(v) == parameter && execution.parameter(v))
        chosen.insert(execution.parameter(v));
  for (const Event& event : execution.events())
    for (const LoopPosition& position : event.loops)
      forEachNode({position.iteration}, [&](Expr e) { chosen.insert(e); });
  return chosen;
}

bool multipliesParameter(Expr condition, const std::unordered_map<Expr, const Variable*>& kept) {
  std::unordered_set<const Variable*> parameters;
  for (const auto& [term, variable] : kept)
    if (!variable->launch) parameters.insert(term->variable());
  return anyNode(condition, [&](Expr e) {
    if (e->op() != Op::BvMul || e->arg(0)->isLiteral() || e->arg(1)->isLiteral()) return false;
    return std::ranges::any_of(leavesOf(e),
                               [&](const Variable* leaf) { return parameters.contains(leaf); });
  });
}

bool halvesCounter(Problem& problem) {
  return std::ranges::any_of(problem.subject().summaries, [](const LoopSummary& loop) {
    return std::ranges::any_of(loop.closed, [](const auto& counter) {
      const ClosedForm::Kind kind = counter.second.kind;
      return kind != ClosedForm::Kind::Affine && kind != ClosedForm::Kind::Periodic;
    });
  });
}

}  // namespace

std::unordered_map<Expr, const Variable*> keptTerms(const Vocabulary& vocabulary, Problem& problem,
                                                    const Execution& execution) {
  std::unordered_map<Expr, const Variable*> kept;
  const Subject& subject = problem.subject();
  for (std::size_t v = 0; v < subject.kernel.variableCount(); ++v)
    if (vocabulary.knows(subject.kernel.variable(v)) && execution.parameter(v) &&
        !execution.parameter(v)->isLiteral())
      kept[execution.parameter(v)] = subject.kernel.variable(v);
  for (const auto* sizes : {&subject.launch.groupSize, &subject.launch.numGroups})
    for (Expr size : *sizes)
      if (!size->isLiteral()) kept[size] = size->variable();
  return kept;
}

Wrong wrongOf(Problem& problem, const Execution& execution, const ErrorCondition& error,
              SolverSession& model, isl_ctx* context, Vocabulary& vocabulary, KnownFacts& known) {
  Wrong wrong;
  wrong.mode = problem.mode();
  const bool isRace = error.kind == FindingKind::Race;
  if (isRace) {
    wrong.checked.emplace(*execution.events()[error.event].statement);
    wrong.logged.emplace(*execution.events()[loggedEvent(execution, error, model)].statement);
  }
  ExprPool& pool = problem.subject().terms.pool();
  const auto kept = keptTerms(vocabulary, problem, execution);
  const auto leavesOfError = leavesOf(error.condition);
  for (const auto& [term, variable] : kept)
    if (variable->launch || leavesOfError.contains(term->variable()))
      wrong.numbers[variable] = vocabulary.number(variable, model.value(term));
  wrong.multipliesParameter = multipliesParameter(error.condition, kept);
  wrong.halvesCounter = halvesCounter(problem);
  RegionBuilder builder(pool, context, vocabulary, kept, [&](Expr e) { return model.value(e); });
  std::vector<Expr> preconditions;
  collectConjuncts(execution.preconditions(), preconditions);
  std::vector<Expr> facts = preconditions;
  for (Expr constraint : problem.pair().constraints) collectConjuncts(constraint, facts);
  known.learn(facts, kept, vocabulary, builder);
  wrong.region = builder.build(pathConditions(problem, execution, error));
  if (!wrong.region) return wrong;
  wrong.isFree = std::all_of(preconditions.begin(), preconditions.end(), [&](Expr e) {
    const auto leaves = leavesOf(e);
    return std::all_of(leaves.begin(), leaves.end(),
                       [&](const Variable* leaf) { return kept.contains(pool.variable(leaf)); });
  });
  // Writes of equal values do not race, but here they would.
  if (isRace && problem.subject().options.benignTolerance && !problem.subject().writtenValuesMatter)
    wrong.isFree = false;
  const std::unordered_set<Expr> chosen = chosenTerms(problem, execution);
  for (Expr e : builder.projected()) {
    const bool content = e->op() == Op::Apply && isContent(problem, e->function());
    const bool watched = e->op() == Op::Variable && isRace &&
                         (isWatched(problem, execution, error, e) ||
                          isMonitorChoice(problem.subject().terms, *e->variable()));
    if (!content && !watched && !chosen.contains(e)) wrong.isFree = false;
  }
  return wrong;
}

}  // namespace barricade
