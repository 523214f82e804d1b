#include "repair/encoding.h"

#include <algorithm>
#include <set>

#include "analysis/equal_stores.h"
#include "analysis/updates.h"
#include "verifier/bounded_loops.h"
#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/houdini.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

// Seconds for a question about a kernel that is correct already: it can only be improved.
constexpr double improvementLimit = 2.0;

bool isRace(const Finding& finding) {
  return finding.kind == FindingKind::Race;
}

}  // namespace

Encoding::Encoding(Program& program, Procedure& kernel, const std::vector<Site>& sites,
                   const VerifyOptions& options, bool writtenValuesMatter, const Deadline& deadline,
                   VerificationResult& before, const Precision& precision)
    : subject_(program, kernel, options, writtenValuesMatter && options.benignTolerance),
      before_(before) {
  for (const Site& site : sites)
    variables_[site.id] = subject_.terms.fresh(site.id.name, boolType());
  // A barrier must not take a read-modify-write apart where two threads meet on the element: no
  // race would be left if both store equal values, and one of the changes would be lost.
  Placement placed;
  for (const Site& site : sites)
    if (!site.existing) placed.insert(site.id);
  subject_.updates.emplace(program, kernel, subject_.kernel.flow(), placed);
  for (const Update& update : subject_.updates->all()) subject_.neverBenign.insert(update.store);
  for (Mode mode : modesFor(subject_.launch, options))
    if (mode != Mode::Single) modes_.push_back(encode(mode, precision, deadline));
}

ModeEncoding Encoding::encode(Mode mode, const Precision& precision, const Deadline& deadline) {
  using Form = ExecutionOptions::Form;
  Statistics& statistics = before_.statistics;
  ModeEncoding encoding;
  encoding.problem = std::make_unique<Problem>(subject_, mode);
  Problem& problem = *encoding.problem;
  encoding.portfolio = std::make_unique<Portfolio>(problem, deadline, statistics);
  if (precision.candidates)
    encoding.invariants = inferInvariants(problem, variables_, {}, deadline, statistics);
  const Precision toEnd = precision.unrolled ? withBoundedLoops(precision, subject_) : precision;
  auto execute = [&](Form form) {
    std::unique_ptr<Execution> execution;
    if (!toEnd.bounded.empty())
      execution = executeToEnd(problem, form, toEnd, variables_, encoding.invariants, {},
                               *encoding.portfolio);
    return execution ? std::move(execution)
                     : problem.execute(form, precision, variables_, encoding.invariants);
  };
  encoding.races = execute(Form::Races);
  if (subject_.options.checks.races) encoding.raceErrors = openRaces(problem, *encoding.races);
  encoding.checks = execute(Form::Checks);
  if (before_.verdict == Verdict::Verified) encoding.portfolio->limitQuestions(improvementLimit);
  return encoding;
}

bool Encoding::hasUnrolled() const {
  return std::any_of(modes_.begin(), modes_.end(),
                     [](const ModeEncoding& mode) { return mode.races->hasUnrolled(); });
}

bool Encoding::isWithoutEqualWrites(const Placement& asWritten) {
  constexpr auto soon = static_cast<std::uint64_t>(workPerSecond / 4);
  Terms& terms = subject_.terms;
  const std::unordered_set<const Statement*> repeated = repeatedStores(subject_.kernel);
  return std::ranges::all_of(modes_, [&](ModeEncoding& mode) {
    Expr meet = terms.no(), meetAgain = terms.no();
    for (const ErrorCondition& race : mode.raceErrors) {
      if (mode.races->events()[race.event].access != AccessKind::Write) continue;
      Expr& any = repeated.contains(race.statement) ? meetAgain : meet;
      for (const Conflict& conflict : race.conflicts)
        if (conflict.kind == AccessKind::Write)
          any = terms.lor(any, terms.land(race.condition, conflict.condition));
    }
    auto areApart = [&](Expr condition, const Placement& placement) {
      if (condition->isFalse()) return true;
      std::vector<Expr> assumptions = assumptionsFor(placement);
      assumptions.push_back(condition);
      std::uint64_t work = soon;
      return mode.portfolio->tryCheaply("writes that meet", assumptions, work).answer ==
             Answer::Unsatisfiable;
    };
    return areApart(meetAgain, {}) && areApart(meet, asWritten);
  });
}

bool Encoding::haveFewIterations() {
  return std::ranges::any_of(modes_, [&](ModeEncoding& mode) {
    return barricade::haveFewIterations(*mode.problem, variables_, mode.invariants,
                                        *mode.portfolio);
  });
}

// Arrays whose races no barrier has a say in are settled when the kernel as it stands has no race.
std::vector<ErrorCondition> Encoding::openRaces(Problem& problem,
                                                const Execution& execution) const {
  std::vector<ErrorCondition> races = openErrors(problem, execution);
  std::erase_if(races, [](const ErrorCondition& e) { return e.kind != FindingKind::Race; });
  if (subject_.options.ignoreOverflow)
    for (ErrorCondition& race : races) race.condition = withoutOverflow(problem, execution, race);
  else
    requireCountersFit(races, problem, execution);
  if (!before_.undecided.empty() || before_.findings.size() >= subject_.options.errorLimit ||
      std::any_of(before_.findings.begin(), before_.findings.end(), isRace))
    return races;
  std::set<std::size_t> open;
  for (const ErrorCondition& error : races) {
    const auto leaves = leavesOf(error.condition);
    if (std::any_of(variables_.begin(), variables_.end(),
                    [&](const auto& site) { return leaves.contains(site.second->variable()); }))
      open.insert(error.array);
  }
  std::erase_if(races, [&](const ErrorCondition& e) { return !open.contains(e.array); });
  return races;
}

std::vector<Expr> Encoding::assumptionsFor(const Placement& placement) {
  std::vector<Expr> assumptions;
  for (const auto& [site, variable] : variables_)
    assumptions.push_back(placement.contains(site) ? variable : subject_.terms.lnot(variable));
  return assumptions;
}

}  // namespace barricade
