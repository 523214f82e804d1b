#include "repair/placement.h"

#include <algorithm>
#include <cmath>

#include "repair/explanation.h"
#include "solver/maxsat/certificate.h"
#include "solver/maxsat/conflict.h"
#include "solver/maxsat/hitting_set.h"
#include "solver/maxsat/weight_scale.h"

namespace barricade {
namespace {

bool weakens(const Site& site) {
  return site.replaces && site.scope == BarrierScope::Warp;
}

bool isKept(const Site& site) {
  return site.existing || weakens(site);
}

}  // namespace

// Objective `changes`: what is added costs its weight, and among the cheapest additions as little
// as possible of what exists is kept. Objective `cost`: everything costs its weight, and among the
// cheapest placements the one with the fewest edits is taken. A barrier of the warp in place of an
// existing one of the block is no addition: it is kept, and costs less to keep.
PlacementProblem::PlacementProblem(const std::vector<Site>& sites, const RepairOptions& options)
    : sites_(sites), options_(options) {
  std::vector<double> weights;
  weights.reserve(sites.size());
  for (const Site& site : sites) weights.push_back(site.weight);
  const sat::ScaledWeights scaled = sat::scaleWeights(weights);
  unitsPerOne_ = scaled.unitsPerOne;
  exact_ = scaled.exact;
  // Secondary costs: weights of existing barriers, or edits; and less than any of these, whether a
  // barrier stands inside of a statement, which a patch has to split. Their sum stays small, so
  // weights are rounded up where they must be.
  double existing = 0;
  std::int64_t edit = 1;
  for (const Site& site : sites) {
    if (isKept(site)) existing += site.weight;
    if (site.insideStatement) ++edit;
  }
  const double scale =
      std::min(unitsPerOne_, 1e9 / (std::max(existing, 1.0) * static_cast<double>(edit)));
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Site& site = sites[i];
    const std::int64_t split = site.insideStatement ? 1 : 0;
    if (options.objective == RepairObjective::Cost)
      cnf_.costs.push_back({scaled.units[i], site.existing ? -edit : edit + split});
    else if (isKept(site))
      cnf_.costs.push_back({0, edit * static_cast<std::int64_t>(std::ceil(site.weight * scale))});
    else
      cnf_.costs.push_back({scaled.units[i], split});
  }
}

int PlacementProblem::indexOf(const SiteId& id) const {
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (sites_[i].id == id) return static_cast<int>(i);
  return -1;
}

void PlacementProblem::add(const RepairClause& clause) {
  sat::Clause literals;
  for (const SiteId& id : clause.enable) literals.push_back({indexOf(id), true});
  for (const SiteId& id : clause.disable) literals.push_back({indexOf(id), false});
  cnf_.clauses.push_back(std::move(literals));
  clauses_.push_back(clause);
}

void PlacementProblem::addNew(const RepairClause& clause) {
  const auto known = std::find(clauses_.begin(), clauses_.end(), clause);
  if (known == clauses_.end())
    add(clause);
  else
    known->inOneWarp = known->inOneWarp && clause.inOneWarp;
}

PlacementProblem::Solution PlacementProblem::solve(const std::function<bool()>& stop) const {
  auto toPlacement = [&](const sat::Model& model) {
    Placement placement;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      if (model[i]) placement.insert(sites_[i].id);
    return placement;
  };
  if (options_.engine == RepairEngine::Mhs)
    if (auto model = sat::greedyHittingSet(cnf_)) return {toPlacement(*model), false, false};
  sat::Limits limits;
  limits.stop = stop;
  const sat::Minimum minimum = sat::minimise(cnf_, limits);
  Solution solution;
  solution.infeasible = minimum.isInfeasible();
  solution.optimal = minimum.isOptimal();
  if (minimum.model) solution.placement = toPlacement(*minimum.model);
  return solution;
}

double PlacementProblem::weightOf(const Placement& placement) const {
  double sum = 0;
  for (const Site& site : sites_)
    if (placement.contains(site.id)) sum += site.weight;
  return sum;
}

double PlacementProblem::objectiveOf(const Placement& placement) const {
  double sum = 0;
  for (const Site& site : sites_)
    if (placement.contains(site.id) &&
        (options_.objective == RepairObjective::Cost || !isKept(site)))
      sum += site.weight;
  return sum;
}

sat::Model PlacementProblem::modelOf(const Placement& placement) const {
  sat::Model model;
  for (const Site& site : sites_) model.push_back(placement.contains(site.id));
  return model;
}

bool PlacementProblem::hasAlternatives() const {
  return std::any_of(clauses_.begin(), clauses_.end(),
                     [](const RepairClause& clause) { return !clause.alternatives.empty(); });
}

PlacementProblem PlacementProblem::betweenWarps() const {
  PlacementProblem weaker(sites_, options_);
  for (const RepairClause& clause : clauses_)
    if (!clause.inOneWarp) weaker.add(clause);
  return weaker;
}

PlacementProblem PlacementProblem::withAlternatives() const {
  PlacementProblem weaker(sites_, options_);
  for (RepairClause clause : clauses_) {
    clause.enable.insert(clause.alternatives.begin(), clause.alternatives.end());
    weaker.add(clause);
  }
  return weaker;
}

PlacementProblem::Supports PlacementProblem::supports(const Placement& placement) const {
  Supports result;
  const auto sole = sat::soleSupports(cnf_, modelOf(placement));
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (placement.contains(sites_[i].id) && sole[i]) result[sites_[i].id] = &clauses_[*sole[i]];
  return result;
}

std::vector<const RepairClause*> PlacementProblem::contradiction() const {
  std::vector<const RepairClause*> result;
  for (std::size_t index : sat::conflictingClauses(cnf_)) result.push_back(&clauses_[index]);
  return result;
}

std::string PlacementProblem::certificate(const Placement& placement,
                                          const std::string& kernel) const {
  sat::CertificateText text;
  text.kernel = kernel;
  text.unitsPerOne = unitsPerOne_;
  for (const Site& site : sites_) text.variables.push_back(site.id.name + ": " + describe(site));
  for (const RepairClause& clause : clauses_) text.witnesses.push_back(clause.witness);
  return sat::certificate(cnf_, modelOf(placement), text);
}

}  // namespace barricade
