// The propositional side of a repair: sites as variables, clauses as constraints, objectives as
// costs, and the cheapest placement of what is known.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "instrument/instrument.h"
#include "repair/clause.h"
#include "repair/options.h"
#include "solver/maxsat/maxsat.h"

namespace barricade {

class PlacementProblem {
 public:
  PlacementProblem(const std::vector<Site>& sites, const RepairOptions& options);

  void add(const RepairClause& clause);
  // Unless it is known. A known one that two threads of different warps show as well is theirs.
  void addNew(const RepairClause& clause);
  const std::vector<RepairClause>& clauses() const { return clauses_; }

  struct Solution {
    std::optional<Placement> placement;  // none: the clauses contradict each other, or time is up
    bool optimal = false;
    bool infeasible = false;
  };
  Solution solve(const std::function<bool()>& stop) const;

  // The same problem with weaker clauses: of each, the alternatives may do, too. No correct
  // placement is cheaper than its solution.
  PlacementProblem withAlternatives() const;
  bool hasAlternatives() const;
  // The same problem with the clauses that no barrier of a warp can satisfy.
  PlacementProblem betweenWarps() const;

  double weightOf(const Placement& placement) const;  // of all its barriers
  // What the objective minimises: the added weight, or the weight of all barriers.
  double objectiveOf(const Placement& placement) const;
  bool weightsAreExact() const { return exact_; }

  // For each enabled site a clause that no other site of the placement satisfies.
  using Supports = std::map<SiteId, const RepairClause*>;
  Supports supports(const Placement& placement) const;
  // A minimal set of clauses that cannot hold together.
  std::vector<const RepairClause*> contradiction() const;
  std::string certificate(const Placement& placement, const std::string& kernel) const;

 private:
  int indexOf(const SiteId& id) const;
  sat::Model modelOf(const Placement& placement) const;

  const std::vector<Site>& sites_;
  const RepairOptions& options_;
  sat::WeightedCnf cnf_;
  double unitsPerOne_ = 1;
  bool exact_ = true;
  std::vector<RepairClause> clauses_;
};

}  // namespace barricade
