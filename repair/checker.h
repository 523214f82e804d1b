// What is wrong with a placement, as clauses that every correct placement satisfies.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "repair/encoding.h"
#include "repair/placement.h"

namespace barricade {

enum class PlacementVerdict { Correct, Wrong, Undecided };

class PlacementChecker {
 public:
  // Clauses go into `placements`. `correct`: the kernel as written was verified, so a placement
  // must not break what it asserts, either.
  PlacementChecker(Encoding& encoding, PlacementProblem& placements, bool correct,
                   const Deadline& deadline);

  // A site that some threads of its scope may not reach can hold no barrier, whatever the others
  // do; to be called first.
  void findIllegalSites();
  // Nor can a new one before which threads wait for what others do only behind it.
  void findHeldUpSites(const std::vector<Site>& sites);
  const std::set<SiteId>& illegalSites() const { return illegal_; }
  // Some sites are taken for illegal as nothing is known about them.
  bool undecidedSites() const { return undecidedSites_; }

  // Of a wrong placement, clauses that exclude it have been added.
  PlacementVerdict check(const Placement& placement);

  // The same as far as the solver answers at once.
  PlacementVerdict checkSoon(const Placement& placement);

  // A race of the placement, found at once; nothing is learned from it.
  bool racesSoon(const Placement& placement);

  // Learns from races of threads in different warps of a block, if some are found at once.
  void learnBetweenWarps(const Placement& placement);

  // Why no order of the arms of a branch is a repair of the kernel as written; empty: it may be.
  std::string clashOfArms(const Placement& asWritten);

  unsigned questions() const { return questions_; }  // to the solver so far

 private:
  using Conditions = std::vector<const ErrorCondition*>;

  PlacementVerdict checkAll(const Placement& placement);
  Reply ask(ModeEncoding& mode, const char* name, const std::vector<Expr>& assumptions);
  void findIllegalSites(ModeEncoding& mode);
  void forbid(const SiteId& site, std::string why);
  Answer checkRaces(ModeEncoding& mode, const Placement& placement, const Conditions& races);
  bool askForMany(ModeEncoding& mode, const Placement& placement, const Conditions& races,
                  std::vector<Expr> assumptions);
  bool learnRaces(ModeEncoding& mode, const Placement& placement, const Conditions& races,
                  SolverSession& model);
  Answer checkOthers(ModeEncoding& mode, const Placement& placement);
  RepairClause clauseForOther(const Execution& checks, const ErrorCondition& error,
                              const Placement& placement) const;
  std::string witnessOf(const ErrorCondition& error) const;

  Encoding& encoding_;
  PlacementProblem& placements_;
  const Deadline& deadline_;
  bool correct_;
  std::set<SiteId> illegal_;
  bool undecidedSites_ = false;
  bool patient_ = true;  // otherwise questions are given up soon
  unsigned questions_ = 0;
};

}  // namespace barricade
