#include "precondition/fulfilment.h"

#include <algorithm>

#include "ir/semantics.h"

namespace barricade {
namespace {

// An access is recorded of the watched element; the two that are to be run need not meet there.
Expr ofAnyElement(Problem& problem, const Execution& execution, const Event& event, Expr running) {
  Terms& terms = problem.subject().terms;
  const Variable* array = problem.subject().kernel.arrays()[event.array].array->variable;
  const Expr watched = execution.watchedOffset(array->type->domain());
  std::unordered_map<Expr, Expr> memo;
  return terms.substitute(running, {{watched, terms.fresh("watched", watched->type())}}, memo);
}

}  // namespace

LaunchValues sorted(LaunchValues values) {
  std::sort(values.begin(), values.end(),
            [](const NamedValue& a, const NamedValue& b) { return a.name < b.name; });
  return values;
}

std::optional<LaunchValues> Fulfilment::find(const std::vector<Wrong>& wrong) {
  launch_.clear();
  if (!std::all_of(wrong.begin(), wrong.end(), [&](const Wrong& one) { return isRun(one); }))
    return std::nullopt;
  if (launch_.empty() && !isFulfilled()) return std::nullopt;
  return launch_;
}

bool Fulfilment::isRun(const Wrong& wrong) {
  if (wrong.finding.kind != FindingKind::Race) return true;
  if (wrong.mode == Mode::Intra) return isRun(wrong, Mode::Intra, true);
  return isRun(wrong, Mode::Inter, true) || isRun(wrong, Mode::Intra, false);
}

// `together`: by the two threads of one pair.
bool Fulfilment::isRun(const Wrong& wrong, Mode mode, bool together) {
  Subject subject(program_, kernel_, options_, false);
  const std::vector<Mode> modes = modesFor(subject.launch, options_);
  if (std::find(modes.begin(), modes.end(), mode) == modes.end()) return false;
  Problem problem(subject, mode);
  Terms& terms = subject.terms;
  const auto execution = problem.execute(ExecutionOptions::Form::Races, {}, {}, {});
  Expr logged = terms.no();
  Expr checked = terms.no();
  for (const Event& event : execution->events()) {
    if (event.kind == Event::Kind::Log && StatementKey(*event.statement) == wrong.logged)
      logged = terms.lor(logged, event.running[0]);
    if (event.kind == Event::Kind::Check && StatementKey(*event.statement) == wrong.checked)
      checked = terms.lor(checked, ofAnyElement(problem, *execution, event, event.running[1]));
  }
  Statistics statistics;
  Portfolio portfolio(problem, deadline_, statistics);
  std::vector<Expr> questions{terms.land(logged, checked)};
  if (!together) questions = {logged, checked};
  for (Expr question : questions) {
    const Reply reply = portfolio.findModel("condition", {execution->preconditions(), question});
    if (!reply.model) return false;
    if (launch_.empty()) launch_ = valuesIn(problem, *execution, *reply.model);
  }
  return true;
}

bool Fulfilment::isFulfilled() {
  Subject subject(program_, kernel_, options_, false);
  Problem problem(subject, modesFor(subject.launch, options_).front());
  const auto execution = problem.execute(ExecutionOptions::Form::Checks, {}, {}, {});
  Statistics statistics;
  Portfolio portfolio(problem, deadline_, statistics);
  const Reply reply = portfolio.findModel("condition", {execution->preconditions()});
  if (reply.model) launch_ = valuesIn(problem, *execution, *reply.model);
  return reply.model != nullptr;
}

LaunchValues Fulfilment::valuesIn(Problem& problem, const Execution& execution,
                                  SolverSession& model) {
  LaunchValues values;
  for (const auto& [term, variable] : keptTerms(vocabulary_, problem, execution))
    values.push_back(
        {sourceName(*variable), vocabulary_.number(variable, model.value(term)).str()});
  return sorted(std::move(values));
}

}  // namespace barricade
