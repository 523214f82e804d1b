#include "repair/checker.h"

#include <algorithm>
#include <map>

#include "repair/arms.h"
#include "repair/clause.h"
#include "repair/explanation.h"
#include "restructure/waiting_loops.h"

namespace barricade {
namespace {

// Seconds for a model that shows more than the one at hand.
constexpr double manyLimit = 0.5;
// Seconds for a question that the verification of the kernel may answer sooner.
constexpr double soonLimit = 1;

const SiteId& siteOf(const Statement& barrier) {
  return barrier.as<Call>()->site;
}

}  // namespace

PlacementChecker::PlacementChecker(Encoding& encoding, PlacementProblem& placements, bool correct,
                                   const Deadline& deadline)
    : encoding_(encoding), placements_(placements), deadline_(deadline), correct_(correct) {}

//--- Legality -------------------------------------------------------------------------------

void PlacementChecker::findIllegalSites() {
  for (ModeEncoding& mode : encoding_.modes()) findIllegalSites(mode);
}

void PlacementChecker::findIllegalSites(ModeEncoding& mode) {
  Terms& terms = encoding_.terms();
  Conditions open;
  for (const ErrorCondition& error : mode.checks->errors())
    if (error.kind == FindingKind::Divergence && !siteOf(*error.statement).isNone())
      open.push_back(&error);
  while (!open.empty() && !deadline_.passed()) {
    Expr any = terms.no();
    for (const ErrorCondition* error : open) any = terms.lor(any, error->ifEnabled);
    std::vector<Expr> assumptions = encoding_.assumptionsFor({});
    assumptions.push_back(any);
    ++questions_;
    const Reply reply = mode.portfolio->findModel("legal sites", assumptions);
    if (reply.answer == Answer::Unsatisfiable) return;
    if (!reply.model) {
      for (const ErrorCondition* error : open) forbid(siteOf(*error->statement), witnessOf(*error));
      undecidedSites_ = true;
      return;
    }
    // One model tells of many sites.
    for (const ErrorCondition* error : open)
      if (reply.model->holds(error->ifEnabled))
        forbid(siteOf(*error->statement), witnessOf(*error));
    std::erase_if(open, [&](const ErrorCondition* error) {
      return illegal_.contains(siteOf(*error->statement));
    });
  }
}

void PlacementChecker::findHeldUpSites(const std::vector<Site>& sites) {
  const Procedure& kernel = encoding_.kernel().procedure();
  const WaitingLoops waits(kernel, encoding_.kernel().flow());
  if (waits.empty()) return;
  for (const unsigned block : encoding_.kernel().flow().order()) {
    const auto& statements = kernel.blocks[block]->statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Call* call = statements[i].as<Call>();
      if (!call || call->site.isNone()) continue;
      const auto site = std::ranges::find(sites, call->site, &Site::id);
      if (site != sites.end() && !site->existing && waits.areHeldUpAt(block, i, site->scope))
        forbid(site->id, "threads wait before it for what others do only behind it");
    }
  }
}

void PlacementChecker::forbid(const SiteId& site, std::string why) {
  if (!illegal_.insert(site).second) return;
  RepairClause clause;
  clause.disable.insert(site);
  clause.witness = std::move(why);
  placements_.add(clause);
}

//--- Placements -----------------------------------------------------------------------------

PlacementVerdict PlacementChecker::check(const Placement& placement) {
  patient_ = true;
  return checkAll(placement);
}

PlacementVerdict PlacementChecker::checkSoon(const Placement& placement) {
  patient_ = false;
  return checkAll(placement);
}

Reply PlacementChecker::ask(ModeEncoding& mode, const char* name,
                            const std::vector<Expr>& assumptions) {
  ++questions_;
  return patient_ ? mode.portfolio->findModel(name, assumptions)
                  : mode.portfolio->tryModel(name, assumptions, soonLimit);
}

PlacementVerdict PlacementChecker::checkAll(const Placement& placement) {
  bool wrong = false;
  bool undecided = false;
  auto note = [&](Answer answer) {
    wrong = wrong || answer == Answer::Satisfiable;
    undecided = undecided || answer == Answer::Unknown;
  };
  for (ModeEncoding& mode : encoding_.modes()) {
    std::map<std::size_t, Conditions> byArray;
    for (const ErrorCondition& race : mode.raceErrors) byArray[race.array].push_back(&race);
    for (const auto& [array, races] : byArray) note(checkRaces(mode, placement, races));
    if (!wrong && !undecided) note(checkOthers(mode, placement));
  }
  return wrong       ? PlacementVerdict::Wrong
         : undecided ? PlacementVerdict::Undecided
                     : PlacementVerdict::Correct;
}

Answer PlacementChecker::checkRaces(ModeEncoding& mode, const Placement& placement,
                                    const Conditions& races) {
  Expr any = encoding_.terms().no();
  for (const ErrorCondition* race : races) any = encoding_.terms().lor(any, race->condition);
  std::vector<Expr> assumptions = encoding_.assumptionsFor(placement);
  assumptions.push_back(any);
  const Reply reply = ask(mode, "races of a placement", assumptions);
  if (!reply.model) return reply.answer;
  if (!learnRaces(mode, placement, races, *reply.model)) return Answer::Unknown;
  askForMany(mode, placement, races, std::move(assumptions));
  return reply.answer;
}

bool PlacementChecker::racesSoon(const Placement& placement) {
  for (ModeEncoding& mode : encoding_.modes()) {
    Expr any = encoding_.terms().no();
    for (const ErrorCondition& race : mode.raceErrors)
      any = encoding_.terms().lor(any, race.condition);
    std::vector<Expr> assumptions = encoding_.assumptionsFor(placement);
    assumptions.push_back(any);
    ++questions_;
    if (mode.portfolio->tryModel("any race of a placement", assumptions, manyLimit).answer ==
        Answer::Satisfiable)
      return true;
  }
  return false;
}

void PlacementChecker::learnBetweenWarps(const Placement& placement) {
  for (ModeEncoding& mode : encoding_.modes()) {
    if (mode.problem->mode() != Mode::Intra) continue;
    Conditions races;
    Expr any = encoding_.terms().no();
    for (const ErrorCondition& race : mode.raceErrors) {
      races.push_back(&race);
      any = encoding_.terms().lor(any, race.condition);
    }
    std::vector<Expr> assumptions = encoding_.assumptionsFor(placement);
    assumptions.push_back(any);
    assumptions.push_back(encoding_.terms().lnot(mode.races->sameWarp()));
    if (askForMany(mode, placement, races, assumptions)) continue;
    ++questions_;
    const Reply reply = mode.portfolio->tryModel("races between warps", assumptions, manyLimit);
    if (reply.model) learnRaces(mode, placement, races, *reply.model);
  }
}

std::string PlacementChecker::clashOfArms(const Placement& asWritten) {
  for (ModeEncoding& mode : encoding_.modes()) {
    const std::vector<ArmClash> clashes =
        clashesOfArms(*mode.problem, *mode.races, mode.raceErrors);
    if (clashes.empty()) continue;
    Expr any = encoding_.terms().no();
    for (const ArmClash& clash : clashes) any = encoding_.terms().lor(any, clash.condition);
    std::vector<Expr> assumptions = encoding_.assumptionsFor(asWritten);
    assumptions.push_back(any);
    ++questions_;
    const Reply reply = mode.portfolio->findModel("writes in arms of a branch", assumptions);
    if (reply.answer == Answer::Unsatisfiable) continue;
    if (!reply.model) return "whether writes in two arms of a branch meet was not decided";
    for (const ArmClash& clash : clashes)
      if (reply.model->holds(clash.condition))
        return inWords(*mode.problem, *mode.races, clash, *reply.model);
  }
  return "";
}

// A model that shows more races at once makes stronger clauses; whether there is one.
bool PlacementChecker::askForMany(ModeEncoding& mode, const Placement& placement,
                                  const Conditions& races, std::vector<Expr> assumptions) {
  const Expr noneIsBenign = mode.races->noneIsBenign();
  const Expr writesChange = mode.races->writesChange();
  for (Expr more : {encoding_.terms().land(noneIsBenign, writesChange), noneIsBenign}) {
    if (more->isTrue() || !mode.asksForMany) return false;
    assumptions.push_back(more);
    ++questions_;
    const Reply reply =
        mode.portfolio->tryModel("many races of a placement", assumptions, manyLimit);
    assumptions.pop_back();
    if (reply.answer == Answer::Unknown) mode.asksForMany = false;
    if (reply.model) {
      learnRaces(mode, placement, races, *reply.model);
      return true;
    }
  }
  return false;
}

// False when the model shows none of `races`.
bool PlacementChecker::learnRaces(ModeEncoding& mode, const Placement& placement,
                                  const Conditions& races, SolverSession& model) {
  bool learned = false;
  for (const ErrorCondition* race : races) {
    if (!model.holds(race->condition)) continue;
    RepairClause clause =
        clauseForRace(*mode.problem, *mode.races, *race, model, placement, illegal_);
    clause.witness = raceWitness(*mode.problem, *mode.races, *race, model);
    placements_.addNew(clause);
    learned = true;
  }
  return learned;
}

// Sites are legal by themselves; contents that other barriers make visible may still change that.
// And what a correct kernel asserts may need its barriers.
Answer PlacementChecker::checkOthers(ModeEncoding& mode, const Placement& placement) {
  Conditions open;
  Expr any = encoding_.terms().no();
  for (const ErrorCondition& error : mode.checks->errors())
    if (correct_ || error.kind == FindingKind::Divergence || error.kind == FindingKind::Async) {
      open.push_back(&error);
      any = encoding_.terms().lor(any, error.condition);
    }
  if (any->isFalse()) return Answer::Unsatisfiable;
  std::vector<Expr> assumptions = encoding_.assumptionsFor(placement);
  assumptions.push_back(any);
  const Reply reply = ask(mode, "divergence and assertions of a placement", assumptions);
  if (!reply.model) return reply.answer;
  for (const ErrorCondition* error : open)
    if (reply.model->holds(error->condition)) {
      placements_.addNew(clauseForOther(*mode.checks, *error, placement));
      return reply.answer;
    }
  return Answer::Unknown;
}

// Some barrier ahead of the error has to be another way.
RepairClause PlacementChecker::clauseForOther(const Execution& checks, const ErrorCondition& error,
                                              const Placement& placement) const {
  RepairClause clause;
  const auto& events = checks.events();
  for (std::size_t i = 0; i < error.event && i < events.size(); ++i) {
    if (events[i].kind != Event::Kind::Barrier) continue;
    const SiteId site = siteOf(*events[i].statement);
    if (placement.contains(site))
      clause.disable.insert(site);
    else if (!site.isNone() && !illegal_.contains(site))
      clause.enable.insert(site);
  }
  clause.witness = witnessOf(error);
  return clause;
}

std::string PlacementChecker::witnessOf(const ErrorCondition& error) const {
  switch (error.kind) {
    case FindingKind::Divergence:
      return "divergence: " + divergenceReason(encoding_.kernel(), *error.statement) +
             (siteOf(*error.statement).isNone() ? "; it is no plain barrier, and what the others "
                                                  "would add to it is not known, so that "
                                                  "it is not moved to where all come"
                                                : "");
    case FindingKind::Async: return "an asynchronous copy or wait is not made by the whole group";
    case FindingKind::Race:
    case FindingKind::Assertion:
    case FindingKind::Invariant:
    case FindingKind::Precondition:
    case FindingKind::Postcondition:
    case FindingKind::Bounds:
    case FindingKind::ConstantWrite:
    case FindingKind::NullPointer:
    case FindingKind::BarrierInvariant:
    case FindingKind::Synchronization:
    case FindingKind::Uninitialized:
    case FindingKind::Overflow:
    case FindingKind::Misaligned:
    case FindingKind::SharedMemory: break;
  }
  return std::string(toString(error.kind)) + " that fails without it";
}

}  // namespace barricade
