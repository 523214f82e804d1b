#include "repair/explanation.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "repair/result.h"
#include "verifier/counterexample.h"

namespace barricade {
namespace {

constexpr std::string_view betweenBlocks = " by another block";  // ends a witness

std::string placeOf(const SourceChain& chain) {
  return chain.empty() ? "an unknown place" : chain.front().toString();
}

const Site* find(const std::vector<Site>& sites, const SiteId& id) {
  auto it =
      std::find_if(sites.begin(), sites.end(), [&](const Site& site) { return site.id == id; });
  return it == sites.end() ? nullptr : &*it;
}

// Compilers give it to the blocks that the branch leads to.
LocationId locationOfBranch(const Kernel& kernel, unsigned branch) {
  const auto& blocks = kernel.procedure().blocks;
  LocationId location = blocks[branch]->location;
  for (const Statement& statement : blocks[branch]->statements)
    if (statement.location != noLocation) location = statement.location;
  for (const unsigned s : kernel.flow().successors(branch)) {
    const auto& statements = blocks[s]->statements;
    const bool isPartition =
        std::any_of(statements.begin(), statements.end(), [](const Statement& statement) {
          const Assume* assume = statement.as<Assume>();
          return assume && assume->partition;
        });
    if (isPartition && blocks[s]->location != noLocation) return blocks[s]->location;
  }
  return location;
}

std::string inWords(const Finding& race) {
  std::string text = "race on " + race.array->sourceName;
  std::string separator = ": ";
  for (const FindingPlace& place : race.places) {
    text += separator + place.kind;
    if (isKnown(place.location)) text += " at " + place.location.front().toString();
    separator = ", ";
  }
  return race.unordered.empty() ? text : text + ": " + race.unordered;
}

}  // namespace

std::string describe(const Site& site) {
  return std::string(toString(site.scope)) + " barrier " +
         placeInWords(site.where, site.access, site.arm, site.insideStatement) + " " +
         placeOf(site.location);
}

std::string raceWitness(Problem& problem, const Execution& execution, const ErrorCondition& error,
                        SolverSession& model) {
  const Event& logged = execution.events()[loggedEvent(execution, error, model)];
  const Event& checked = execution.events()[error.event];
  const SourceMap& sources = problem.subject().program.sources;
  const Array& array = *problem.subject().kernel.arrays()[error.array].array;
  auto access = [&](const Event& event) {
    return std::string(toString(event.access)) + " at " +
           placeOf(sources.chain(event.statement->location));
  };
  return "race on " + array.sourceName + ": " + access(logged) + ", " + access(checked) +
         (isLostUpdate(problem.subject(), logged, checked) ? " (lost update)" : "") +
         (problem.mode() == Mode::Inter ? std::string(betweenBlocks) : "");
}

// The innermost branch that decides whether the barrier is reached: the nearest dominator with
// several paths on, of which the barrier's block is not on all.
std::string divergenceReason(const Kernel& kernel, const Statement& barrier) {
  const ControlFlow& flow = kernel.flow();
  for (unsigned b : flow.order()) {
    const auto& statements = kernel.procedure().blocks[b]->statements;
    if (statements.empty() || &barrier < statements.data() ||
        &barrier >= statements.data() + statements.size())
      continue;
    for (int d = flow.immediateDominator(b); d >= 0;
         d = flow.immediateDominator(static_cast<unsigned>(d))) {
      const auto branch = static_cast<unsigned>(d);
      if (flow.successors(branch).size() < 2 || flow.postDominates(b, branch)) continue;
      return "some threads may not reach it because of the branch at " +
             placeOf(kernel.program().sources.chain(locationOfBranch(kernel, branch)));
    }
  }
  return "threads may reach it a different number of times";
}

std::string describePlaces(const std::vector<Site>& sites) {
  const std::string first = describe(sites.front());
  std::set<std::string> places;  // whatever the scope
  for (const Site& site : sites) {
    const std::string text = describe(site);
    places.insert(text.substr(text.find(" barrier ")));
  }
  const std::size_t others = places.size() - 1;
  if (others == 0) return first;
  return first + (others == 1 ? " (or in another place)"
                              : " (or in " + std::to_string(others) + " other places)");
}

std::string describe(const RepairClause& clause, const std::vector<Site>& sites) {
  std::string line;
  auto add = [&](const SiteId& id, const char* sign) {
    line += (line.empty() ? "" : " or ") + std::string(sign) + id.name;
    if (const Site* site = find(sites, id)) line += " (" + describe(*site) + ")";
  };
  for (const SiteId& id : clause.enable) add(id, "");
  for (const SiteId& id : clause.disable) add(id, "not ");
  return (line.empty() ? "false" : line) + ": " + clause.witness;
}

namespace {

std::vector<std::string> explainClause(const RepairClause& clause, const std::vector<Site>& sites,
                                       const std::vector<RepairClause>& all) {
  std::vector<std::string> lines{clause.witness};
  std::map<std::string, std::vector<Site>> barred;  // by why
  for (const SiteId& id : clause.forbidden) {
    const Site* site = find(sites, id);
    std::string why = "not all threads reach it";
    for (const RepairClause& other : all)
      if (other.enable.empty() && other.disable == std::set<SiteId>{id}) why = other.witness;
    if (const std::string_view kind = "divergence: "; why.starts_with(kind))
      why.erase(0, kind.size());
    if (site) barred[why].push_back(*site);
  }
  for (const auto& [why, places] : barred)
    lines.push_back("a " + describePlaces(places) + " would separate them, but " + why);
  if (clause.enable.empty() && clause.forbidden.empty() && clause.witness.starts_with("race")) {
    const bool grid = std::any_of(sites.begin(), sites.end(), [](const Site& site) {
      return site.scope == BarrierScope::Grid;
    });
    lines.emplace_back(
        !clause.causes.lostUpdates.empty()
            ? "barriers cannot repair it: both threads read the element, change the value and "
              "write it back, so that one change is lost whatever stands between; the update has "
              "to be atomic"
        : !grid && clause.witness.ends_with(betweenBlocks) && clause.causes.stores.size() != 1
            ? "only a grid barrier would separate them, and there is none here (OpenCL "
              "has none, --disable-grid forbids them): make them two launches"
        : clause.causes.ofCopies
            ? "no barrier ends an asynchronous copy that is under way, a wait for it does"
        : !clause.causes.stores.empty()
            ? "no barrier lies between two threads that store into one element: their values may "
              "differ, and which of them is meant is not known"
            : "no place for a barrier lies between them");
  }
  return lines;
}

}  // namespace

std::vector<std::string> explainContradiction(std::vector<const RepairClause*> contradiction,
                                              const std::vector<Site>& sites,
                                              const std::vector<RepairClause>& all) {
  // Illegal sites are named with the race that they would prevent.
  std::erase_if(contradiction, [](const RepairClause* clause) {
    return clause->enable.empty() && clause->disable.size() == 1 &&
           !clause->witness.starts_with("race");
  });
  // A race that no site can prevent says it all.
  auto hopeless = [](const RepairClause* clause) { return clause->enable.empty(); };
  if (std::any_of(contradiction.begin(), contradiction.end(), hopeless))
    std::erase_if(contradiction, std::not_fn(hopeless));
  std::vector<std::string> lines;
  std::set<std::string> explained;
  for (const RepairClause* clause : contradiction)
    if (explained.insert(clause->witness).second)
      for (std::string& line : explainClause(*clause, sites, all))
        if (std::find(lines.begin(), lines.end(), line) == lines.end())
          lines.push_back(std::move(line));
  return lines;
}

std::string raceIn(const VerificationResult& result) {
  const auto race = std::ranges::find(result.findings, FindingKind::Race, &Finding::kind);
  return race == result.findings.end() ? "" : inWords(*race);
}

}  // namespace barricade
