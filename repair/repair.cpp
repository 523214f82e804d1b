#include "repair/repair.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "ir/printer.h"
#include "repair/clause.h"
#include "repair/explanation.h"
#include "repair/placement.h"
#include "repair/site_options.h"
#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/houdini.h"
#include "verifier/prepare.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

using Form = ExecutionOptions::Form;

// Seconds for a question about a kernel that is correct already.
constexpr double improvementLimit = 2.0;

// Seconds for a model that shows more than the one at hand.
constexpr double manyLimit = 0.5;

// After so many rounds, or with so many sites at once, it is found out first what is wrong where
// most sites are enabled.
constexpr unsigned roundsBeforeDensePlacements = 3;
constexpr std::size_t manySites = 40;

// The kernel in one mode, encoded once with its barrier variables free.
struct ModeEncoding {
  std::unique_ptr<Problem> problem;
  std::unique_ptr<Execution> races;
  std::vector<ErrorCondition> raceErrors;  // of `races`, where not settled without the solver
  std::unique_ptr<Execution> checks;
  std::unique_ptr<Decider> decider;
  bool asksForMany = true;  // for models with many races, as long as they come quickly
};

class Repairer {
 public:
  Repairer(Program& program, Procedure& kernel, const VerifyOptions& verifyOptions,
           const RepairOptions& options, RepairResult& result)
      : program_(program),
        kernel_(kernel),
        verifyOptions_(verifyOptions),
        options_(options),
        result_(result),
        deadline_(verifyOptions.timeout) {}

  void run() {
    if (options_.stripBarriers) stripped_ = stripBarriers(program_, kernel_);
    result_.before = verifyPrepared(program_, kernel_, verifyOptions_);
    publish();
    if (result_.before.verdict == Verdict::Rejected) {
      result_.status = RepairStatus::NotApplicable;
      return;
    }
    for (const Finding& finding : result_.before.findings)
      if (finding.kind != FindingKind::Race && finding.kind != FindingKind::Divergence) {
        result_.status = RepairStatus::NotApplicable;
        result_.explanation.push_back("the finding '" + finding.message +
                                      "' is no matter of barriers");
        return;
      }
    if (result_.before.verdict == Verdict::Verified) originalText_ = toString(program_);
    conditionalBarriers_ = Kernel(program_, kernel_, {}).hasConditionalBarrier();
    instrumentKernel();
    encode();
    findIllegalSites();
    if (verifyOptions_.onlyDivergence) keepLegalBarriers();
    search();
    statistics().counters["checks"] = checks_;
    statistics().counters["sites"] = static_cast<double>(sites_.size());
    if (placements_)
      statistics().counters["clauses"] = static_cast<double>(placements_->clauses().size());
  }

 private:
  Statistics& statistics() { return result_.before.statistics; }

  void publish() {
    if (options_.established) options_.established(result_);
  }

  //--- Preparation --------------------------------------------------------------------------

  void instrumentKernel() {
    sites_ = instrument(program_, kernel_, siteOptions(program_, verifyOptions_, options_)).sites;
    for (const Site& site : sites_)
      if (site.existing) original_.insert(site.variable);
    placements_ = std::make_unique<PlacementProblem>(sites_, options_);
    result_.costBefore = placements_->weightOf(original_);
  }

  void encode() {
    subject_ = std::make_unique<Subject>(program_, kernel_, verifyOptions_,
                                         verifyOptions_.benignTolerance);
    for (const Site& site : sites_)
      variables_[site.variable] = subject_->terms.fresh(site.variable, boolType());
    const bool infer = verifyOptions_.infer && !subject_->kernel.flow().loops().empty();
    for (Mode mode : modesFor(subject_->launch, verifyOptions_)) {
      if (mode == Mode::Single) continue;
      ModeEncoding encoding;
      encoding.problem = std::make_unique<Problem>(*subject_, mode);
      const Precision precision{infer, conditionalBarriers_ ? verifyOptions_.explicitBodies : 0};
      if (infer) inferInvariants(*encoding.problem, variables_, {}, deadline_, statistics());
      encoding.races = encoding.problem->execute(Form::Races, precision, variables_);
      if (!verifyOptions_.onlyDivergence)
        encoding.raceErrors = openErrors(*encoding.problem, *encoding.races);
      dropSettled(encoding.raceErrors);
      encoding.checks = encoding.problem->execute(Form::Checks, precision, variables_);
      encoding.decider = std::make_unique<Decider>(*encoding.problem, deadline_, statistics());
      // A correct kernel can only be improved, which is not worth any time.
      if (result_.before.verdict == Verdict::Verified)
        encoding.decider->limitQuestions(improvementLimit);
      encodings_.push_back(std::move(encoding));
    }
  }

  // Arrays whose races no barrier has a say in: when the kernel as it stands has no race, these are
  // settled.
  void dropSettled(std::vector<ErrorCondition>& errors) const {
    const VerificationResult& before = result_.before;
    if (!before.undecided.empty() || before.findings.size() >= verifyOptions_.errorLimit ||
        std::any_of(before.findings.begin(), before.findings.end(),
                    [](const Finding& finding) { return finding.kind == FindingKind::Race; }))
      return;
    std::set<std::size_t> open;
    for (const ErrorCondition& error : errors) {
      const auto leaves = leavesOf(error.condition);
      if (std::any_of(variables_.begin(), variables_.end(),
                      [&](const auto& site) { return leaves.contains(site.second->variable()); }))
        open.insert(error.array);
    }
    std::erase_if(errors, [&](const ErrorCondition& e) { return !open.contains(e.array); });
  }

  std::vector<Expr> assumptionsFor(const Placement& placement) {
    std::vector<Expr> assumptions;
    for (const auto& [name, variable] : variables_)
      assumptions.push_back(placement.contains(name) ? variable : subject_->terms.lnot(variable));
    return assumptions;
  }

  //--- Legality -----------------------------------------------------------------------------

  // A site that some threads of its scope may not reach can hold no barrier, whatever the others
  // do. One model tells of many sites.
  void findIllegalSites() {
    Terms& terms = subject_->terms;
    for (ModeEncoding& encoding : encodings_) {
      std::vector<const ErrorCondition*> open;
      for (const ErrorCondition& error : encoding.checks->errors())
        if (error.kind == FindingKind::Divergence && !siteOf(error).empty()) open.push_back(&error);
      while (!open.empty() && !deadline_.passed()) {
        Expr any = terms.no();
        for (const ErrorCondition* error : open) any = terms.lor(any, error->ifEnabled);
        std::vector<Expr> assumptions = assumptionsFor({});
        assumptions.push_back(any);
        const Answer answer = encoding.decider->findModel("legal sites", assumptions);
        ++checks_;
        if (answer == Answer::Unsatisfiable) break;
        if (answer == Answer::Unknown) {
          // Not known to be legal: not used.
          for (const ErrorCondition* error : open) forbid(*error);
          undecided_ = true;
          break;
        }
        std::erase_if(open, [&](const ErrorCondition* error) {
          if (!encoding.decider->model().holds(error->ifEnabled)) return false;
          forbid(*error);
          return true;
        });
        std::erase_if(
            open, [&](const ErrorCondition* error) { return illegal_.contains(siteOf(*error)); });
      }
    }
  }

  static std::string siteOf(const ErrorCondition& error) {
    return error.statement->as<Call>()->barrierVariable;
  }

  void forbid(const ErrorCondition& error) {
    const std::string variable = siteOf(error);
    if (!illegal_.insert(variable).second) return;
    RepairClause clause;
    clause.disable.insert(variable);
    clause.witness = "divergence: " + divergenceReason(subject_->kernel, *error.statement);
    placements_->add(clause);
  }

  // Where races are not looked for, nothing tells which barriers are needless.
  void keepLegalBarriers() {
    for (const std::string& variable : original_)
      if (!illegal_.contains(variable)) placements_->add({{variable}, {}, {}, ""});
  }

  //--- Search -------------------------------------------------------------------------------

  void search() {
    auto stop = [this] { return deadline_.passed(); };
    if (result_.before.verdict == Verdict::Verified) tryWithoutEach();
    for (unsigned round = 0;; ++round) {
      if (round == (sites_.size() < manySites ? roundsBeforeDensePlacements : 0))
        tryDensePlacements();
      const PlacementProblem::Solution solution = placements_->solve(stop);
      if (solution.infeasible) {
        if (result_.before.verdict == Verdict::Verified)
          giveUp("over all placements the analysis is too coarse");
        else
          explainUnrepairable();
        return;
      }
      if (!solution.placement) {
        giveUp("no placement was found in time");
        return;
      }
      const Placement& placement = *solution.placement;
      if (solution.optimal) result_.lowerBound = placements_->objectiveOf(placement);
      statistics().counters["rounds"] = round + 1;
      publish();
      const bool known = placement == original_ && result_.before.verdict == Verdict::Verified;
      const Answer answer = known ? Answer::Unsatisfiable : checkPlacement(placement);
      if (answer == Answer::Unknown) {
        giveUp("a placement was not decided in time");
        return;
      }
      if (answer == Answer::Unsatisfiable) {
        finish(placement, solution.optimal);
        return;
      }
    }
  }

  // What each barrier of a correct kernel is needed for: races without it, and with the others,
  // which are quicker to find than those without any.
  void tryWithoutEach() {
    for (const std::string& variable : original_) {
      Placement others = original_;
      others.erase(variable);
      if (checkPlacement(others) == Answer::Unknown) return;
    }
  }

  // With every second legal site enabled a race has few sites on its path, so its clause is strong;
  // and many that do not meet show in one model. Sites of the clauses learned are enabled, until
  // nothing is wrong any more.
  void tryDensePlacements() {
    for (unsigned parity : {0U, 1U}) {
      Placement placement;
      unsigned index = 0;
      for (const Site& site : sites_)
        if (!illegal_.contains(site.variable) && index++ % 2 == parity)
          placement.insert(site.variable);
      for (Answer answer = Answer::Satisfiable; answer == Answer::Satisfiable;) {
        const std::size_t known = placements_->clauses().size();
        const std::size_t enabled = placement.size();
        answer = checkPlacement(placement);
        for (std::size_t i = known; i < placements_->clauses().size(); ++i)
          placement.insert(placements_->clauses()[i].enable.begin(),
                           placements_->clauses()[i].enable.end());
        if (placement.size() == enabled) break;
      }
    }
  }

  // Satisfiable: the placement is wrong, and clauses that exclude it have been added.
  Answer checkPlacement(const Placement& placement) {
    bool wrong = false;
    bool undecided = false;
    auto note = [&](Answer answer) {
      wrong = wrong || answer == Answer::Satisfiable;
      undecided = undecided || answer == Answer::Unknown;
    };
    for (ModeEncoding& encoding : encodings_) {
      std::map<std::size_t, std::vector<const ErrorCondition*>> byArray;
      for (const ErrorCondition& error : encoding.raceErrors)
        if (error.kind == FindingKind::Race) byArray[error.array].push_back(&error);
      for (const auto& [array, conditions] : byArray)
        note(checkRaces(encoding, placement, conditions));
      if (!wrong && !undecided) note(checkOthers(encoding, placement));
    }
    return wrong ? Answer::Satisfiable : undecided ? Answer::Unknown : Answer::Unsatisfiable;
  }

  Answer checkRaces(ModeEncoding& encoding, const Placement& placement,
                    const std::vector<const ErrorCondition*>& conditions) {
    Terms& terms = subject_->terms;
    Expr any = terms.no();
    for (const ErrorCondition* error : conditions) any = terms.lor(any, error->condition);
    std::vector<Expr> assumptions = assumptionsFor(placement);
    assumptions.push_back(any);
    ++checks_;
    Decider& decider = *encoding.decider;
    const Answer answer = decider.findModel("races of a placement", assumptions);
    if (answer != Answer::Satisfiable) return answer;
    if (!learnRaces(encoding, placement, conditions)) return Answer::Unknown;
    // A model that shows more races at once makes stronger clauses.
    const Expr noneIsBenign = encoding.races->noneIsBenign();
    for (Expr more : {terms.land(noneIsBenign, encoding.races->writesChange()), noneIsBenign}) {
      if (more->isTrue() || !encoding.asksForMany) break;
      assumptions.push_back(more);
      ++checks_;
      const Answer found = decider.tryModel("many races of a placement", assumptions, manyLimit);
      assumptions.pop_back();
      if (found == Answer::Unknown) encoding.asksForMany = false;
      if (found == Answer::Satisfiable) {
        learnRaces(encoding, placement, conditions);
        break;
      }
    }
    return answer;
  }

  // From the decider's model; false when it shows none of `conditions`.
  bool learnRaces(ModeEncoding& encoding, const Placement& placement,
                  const std::vector<const ErrorCondition*>& conditions) {
    SolverSession& model = encoding.decider->model();
    bool learned = false;
    for (const ErrorCondition* error : conditions) {
      if (!model.holds(error->condition)) continue;
      RepairClause clause =
          clauseForRace(*encoding.problem, *encoding.races, *error, model, placement, illegal_);
      clause.witness = raceWitness(*encoding.problem, *encoding.races, *error, model);
      learn(std::move(clause));
      learned = true;
    }
    return learned;
  }

  std::string witnessOf(const ErrorCondition& error) const {
    switch (error.kind) {
      case FindingKind::Divergence:
        return "divergence: " + divergenceReason(subject_->kernel, *error.statement);
      case FindingKind::Async: return "an asynchronous copy or wait is not made by the whole group";
      default: return std::string(toString(error.kind)) + " that fails without it";
    }
  }

  // Sites are legal by themselves; contents that other barriers make visible may still change that.
  // And what a correct kernel asserts may need its barriers.
  Answer checkOthers(ModeEncoding& encoding, const Placement& placement) {
    Terms& terms = subject_->terms;
    const bool correct = result_.before.verdict == Verdict::Verified;
    Expr any = terms.no();
    auto counts = [&](const ErrorCondition& error) {
      return correct || error.kind == FindingKind::Divergence || error.kind == FindingKind::Async;
    };
    for (const ErrorCondition& error : encoding.checks->errors())
      if (counts(error)) any = terms.lor(any, error.condition);
    if (any->isFalse()) return Answer::Unsatisfiable;
    std::vector<Expr> assumptions = assumptionsFor(placement);
    assumptions.push_back(any);
    ++checks_;
    const Answer answer =
        encoding.decider->findModel("divergence and assertions of a placement", assumptions);
    if (answer != Answer::Satisfiable) return answer;
    for (const ErrorCondition& error : encoding.checks->errors()) {
      if (!counts(error) || !encoding.decider->model().holds(error.condition)) continue;
      RepairClause clause;
      const auto& events = encoding.checks->events();
      for (std::size_t i = 0; i < error.event && i < events.size(); ++i)
        if (events[i].kind == Event::Kind::Barrier) {
          const std::string& variable = events[i].statement->as<Call>()->barrierVariable;
          if (variable.empty()) continue;
          (placement.contains(variable) ? clause.disable : clause.enable).insert(variable);
        }
      for (const std::string& variable : illegal_) clause.enable.erase(variable);
      clause.witness = witnessOf(error);
      learn(clause);
      return answer;
    }
    return Answer::Unknown;
  }

  void learn(const RepairClause& clause) {
    const auto& known = placements_->clauses();
    if (std::find(known.begin(), known.end(), clause) != known.end()) return;
    if (options_.logClauses) result_.clauses.push_back(describe(clause, sites_));
    placements_->add(clause);
  }

  //--- Results ------------------------------------------------------------------------------

  // A correct kernel stays as it is when nothing cheaper is known to be correct.
  void giveUp(const std::string& reason) {
    if (result_.before.verdict != Verdict::Verified) {
      result_.status = RepairStatus::Undecided;
      result_.explanation.push_back(reason);
      return;
    }
    result_.status = RepairStatus::Unchanged;
    result_.explanation.push_back("whether some barrier can go was not decided (" + reason +
                                  "); the kernel is correct as it is");
    result_.costAfter = result_.costBefore;
    result_.fixedProgram = originalText_;
    describeEdits(original_, {});
  }

  void explainUnrepairable() {
    result_.status = RepairStatus::Unrepairable;
    result_.explanation =
        explainContradiction(placements_->contradiction(), sites_, placements_->clauses());
    if (undecided_) {
      result_.status = RepairStatus::Undecided;
      result_.explanation.emplace_back("whether some sites can hold a barrier was not decided");
    }
  }

  void finish(const Placement& placement, bool optimal) {
    const bool changed = placement != original_;
    result_.costAfter = placements_->weightOf(placement);
    const auto supports = placements_->supports(placement);
    applyPlacement(program_, kernel_, placement);
    const std::string text = toString(program_);
    // Only what verifies as it stands, from nothing, is returned.
    if (changed || result_.before.verdict != Verdict::Verified) {
      VerifyOptions again = verifyOptions_;
      again.timeout = deadline_.slice(0);
      again.established = nullptr;
      again.confirm = nullptr;
      const VerificationResult after = verifyPrepared(program_, kernel_, again);
      ++checks_;
      if (after.verdict != Verdict::Verified) {
        giveUp("a placement did not verify as it stands" +
               (after.findings.empty() ? std::string() : ": " + after.findings.front().message));
        return;
      }
    }
    result_.optimal = optimal && !undecided_ && placements_->weightsAreExact();
    if (options_.engine == RepairEngine::Mhs) result_.optimal = false;
    describeEdits(placement, supports);
    if (options_.maxEdits && result_.edits.size() > *options_.maxEdits) {
      result_.status = RepairStatus::Unrepairable;
      result_.explanation.push_back("the cheapest repair takes " +
                                    std::to_string(result_.edits.size()) + " edits");
      return;
    }
    if (options_.certificate)
      result_.certificate = placements_->certificate(placement, kernel_.sourceName);
    result_.fixedProgram = text;
    const bool needed = std::any_of(result_.edits.begin(), result_.edits.end(),
                                    [](const RepairEdit& edit) { return !edit.optional; });
    result_.status = result_.edits.empty() ? RepairStatus::Unchanged
                     : needed              ? RepairStatus::Repaired
                                           : RepairStatus::Improved;
  }

  void describeEdits(const Placement& placement,
                     const std::vector<std::pair<std::string, const RepairClause*>>& supports) {
    auto reasonFor = [&](const std::string& variable) -> std::string {
      for (const auto& [supported, clause] : supports)
        if (supported == variable) return clause->witness;
      return {};
    };
    for (const StrippedBarrier& barrier : stripped_) {
      RepairEdit edit;
      edit.action = RepairEdit::Action::Remove;
      edit.scope = barrier.scope;
      edit.location = barrier.location;
      edit.where = "at";
      edit.reason = "all barriers are placed anew";
      result_.edits.push_back(std::move(edit));
    }
    const bool correct = result_.before.verdict == Verdict::Verified;
    for (const Site& site : sites_) {
      const bool enabled = placement.contains(site.variable);
      if (enabled && site.existing)
        result_.kept.push_back({site.scope, site.location, reasonFor(site.variable)});
      if (enabled == site.existing) continue;
      RepairEdit edit;
      edit.action = enabled ? RepairEdit::Action::Add : RepairEdit::Action::Remove;
      edit.scope = site.scope;
      edit.location = site.location;
      edit.where = site.where;
      edit.insideLoop = site.insideLoop;
      edit.access = site.access;
      edit.arm = site.arm;
      edit.insideStatement = site.insideStatement;
      if (enabled) {
        edit.fencesLocal = site.ordersLocal;
        edit.fencesGlobal = site.ordersGlobal;
        edit.reason = reasonFor(site.variable);
        edit.optional = correct;
      } else if (illegal_.contains(site.variable)) {
        edit.reason = "not all threads reach it";
      } else {
        edit.reason = "no race needs it";
        edit.optional = true;
      }
      result_.edits.push_back(std::move(edit));
    }
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& verifyOptions_;
  const RepairOptions& options_;
  RepairResult& result_;
  Deadline deadline_;
  std::vector<Site> sites_;
  Placement original_;
  std::vector<StrippedBarrier> stripped_;
  std::string originalText_;  // of a correct kernel, inlined
  std::unique_ptr<PlacementProblem> placements_;
  std::unique_ptr<Subject> subject_;
  std::map<std::string, Expr> variables_;
  std::vector<ModeEncoding> encodings_;
  std::set<std::string> illegal_;
  bool undecided_ = false;
  bool conditionalBarriers_ = false;  // in loops of the kernel as written
  unsigned checks_ = 0;
};

}  // namespace

RepairResult repair(Program& program, const VerifyOptions& verifyOptions,
                    const RepairOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  RepairResult result;
  Prepared prepared = prepare(program, verifyOptions);
  if (!prepared.procedure) {
    result.before.verdict = Verdict::Rejected;
    result.before.rejections = std::move(prepared.rejections);
    result.status = RepairStatus::NotApplicable;
    return result;
  }
  Repairer(program, *prepared.procedure, verifyOptions, options, result).run();
  auto& notes = result.before.notes;
  notes.insert(notes.begin(), prepared.notes.begin(), prepared.notes.end());
  result.before.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace barricade
