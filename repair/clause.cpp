#include "repair/clause.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "verifier/counterexample.h"

namespace barricade {
namespace {

class ClauseBuilder {
 public:
  ClauseBuilder(Problem& problem, const Execution& execution, const ErrorCondition& error,
                SolverSession& model, const std::set<std::string>& enabled,
                const std::set<std::string>& illegal)
      : problem_(problem),
        execution_(execution),
        error_(error),
        model_(model),
        enabled_(enabled),
        illegal_(illegal),
        space_(problem.subject().kernel.arrays()[error.array].array->space) {}

  RepairClause build() {
    const auto& events = execution_.events();
    const std::size_t logged = loggedEvent(execution_, error_, model_);
    // A wait ends an asynchronous copy for the whole group, or a barrier behind it does.
    const bool separable = !events[logged].async || problem_.subject().options.asyncNeedsBarrier;
    const bool contents = dependsOnContents();
    for (std::size_t i = 0; i < error_.event; ++i) {
      const Event& event = events[i];
      const bool between = i > logged && separable;
      if (event.kind == Event::Kind::Barrier)
        addBarrier(event, between, contents);
      else if (event.kind == Event::Kind::Jump && holds(event.taken))
        addJump(event, between);
    }
    return std::move(clause_);
  }

 private:
  bool holds(Expr e) { return model_.holds(e); }

  // Contents that barriers make visible depend on which barriers there are; then a placement
  // without the enabled ones may not have this execution.
  bool dependsOnContents() {
    std::unordered_set<const Function*> constant;
    for (const auto& [array, function] : problem_.subject().readOnlyFunctions)
      constant.insert(function);
    bool depends = false;
    forEachNode({error_.condition}, [&](Expr e) {
      depends = depends || (e->op() == Op::Apply && !constant.contains(e->function()) &&
                            problem_.subject().terms.isFreshFunction(e->function()));
    });
    return depends;
  }

  void addSite(const std::string& variable, bool separates) {
    if (variable.empty() || enabled_.contains(variable)) return;
    if (!illegal_.contains(variable))
      clause_.enable.insert(variable);
    else if (separates)
      clause_.forbidden.insert(variable);
  }

  bool orders(bool grid) const { return grid || problem_.mode() == Mode::Intra; }

  void addBarrier(const Event& event, bool between, bool contents) {
    const std::string& variable = event.statement->as<Call>()->barrierVariable;
    if (variable.empty()) return;
    const bool first = holds(event.active[0]);
    const bool second = holds(event.active[1]);
    if (contents && enabled_.contains(variable) && (first || second))
      clause_.disable.insert(variable);
    if (!orders(event.grid)) return;
    // Both pass: it ends what is pending. One passes and the other is left behind: it cannot.
    if (first != second) {
      addSite(variable, false);
    } else if (first && between) {
      const Expr fence =
          space_ == AddressSpace::Global ? event.globalFence[0] : event.localFence[0];
      if (holds(fence)) addSite(variable, true);
    }
  }

  // Skipped iterations: one way through the loop without an enabled barrier is enough to keep the
  // access pending, so the sites on the way with the fewest of them go into the clause.
  void addJump(const Event& event, bool between) {
    const bool oneEnters = holds(event.entering[0]) != holds(event.entering[1]);
    const bool bothStay = holds(event.active[0]) && holds(event.active[1]);
    if (oneEnters)
      addWay(event.loop, std::nullopt);
    else if (between && bothStay)
      addWay(event.loop, space_);
  }

  // A way from a loop's head to the end of a block.
  struct Way {
    static constexpr std::size_t blocked = std::numeric_limits<std::size_t>::max();
    std::size_t cost = blocked;   // sites that may be enabled; blocked by a barrier that is
    std::set<std::string> sites;  // that would end accesses of the space
  };

  void addWay(unsigned loopIndex, std::optional<AddressSpace> space) {
    const Kernel& kernel = problem_.subject().kernel;
    const Loop& loop = kernel.flow().loops()[loopIndex];
    const std::map<unsigned, Way> ways = cheapestWays(loop, space);
    const unsigned latch = *std::min_element(
        loop.latches.begin(), loop.latches.end(),
        [&](unsigned a, unsigned b) { return ways.at(a).cost < ways.at(b).cost; });
    const Way& way = ways.at(latch);
    if (way.cost == Way::blocked) return;
    for (const std::string& variable : way.sites) addSite(variable, space.has_value());
    bool closed = false;
    for (unsigned b : loop.blocks)
      for (const std::string& variable : sitesIn(*kernel.procedure().blocks[b], space, closed))
        if (!way.sites.contains(variable) && !illegal_.contains(variable))
          clause_.detours.insert(variable);
  }

  // To the end of each block of the loop, back edges aside.
  std::map<unsigned, Way> cheapestWays(const Loop& loop, std::optional<AddressSpace> space) const {
    const Kernel& kernel = problem_.subject().kernel;
    std::map<unsigned, Way> ways;
    for (unsigned b : loop.blocks) {
      Way mine;
      if (b == loop.header)
        mine.cost = 0;
      else
        for (unsigned p : kernel.flow().predecessors(b))
          if (auto it = ways.find(p); it != ways.end() && it->second.cost < mine.cost)
            mine = it->second;
      if (mine.cost != Way::blocked) {
        bool closed = false;
        for (const std::string& variable : sitesIn(*kernel.procedure().blocks[b], space, closed))
          mine.sites.insert(variable);
        mine.cost = closed ? Way::blocked : legalCount(mine.sites);
      }
      ways[b] = std::move(mine);
    }
    return ways;
  }

  std::size_t legalCount(const std::set<std::string>& sites) const {
    std::size_t count = 0;
    for (const std::string& variable : sites) count += illegal_.contains(variable) ? 0 : 1;
    return count;
  }

  // Disabled sites in `block` that would end accesses of `space`; `closed` when one is enabled.
  std::vector<std::string> sitesIn(const Block& block, std::optional<AddressSpace> space,
                                   bool& closed) const {
    std::vector<std::string> sites;
    for (const Statement& statement : block.statements) {
      const Call* call = statement.as<Call>();
      if (!call) continue;
      const bool grid = call->callee->role == Procedure::Role::GridBarrier;
      if (!grid && call->callee->role != Procedure::Role::Barrier) continue;
      if (!orders(grid) || !surelyFences(*call, space)) continue;
      if (call->barrierVariable.empty() || enabled_.contains(call->barrierVariable))
        closed = true;
      else
        sites.push_back(call->barrierVariable);
    }
    return sites;
  }

  Problem& problem_;
  const Execution& execution_;
  const ErrorCondition& error_;
  SolverSession& model_;
  const std::set<std::string>& enabled_;
  const std::set<std::string>& illegal_;
  AddressSpace space_;
  RepairClause clause_;
};

}  // namespace

RepairClause clauseForRace(Problem& problem, const Execution& execution,
                           const ErrorCondition& error, SolverSession& model,
                           const std::set<std::string>& enabled,
                           const std::set<std::string>& illegal) {
  return ClauseBuilder(problem, execution, error, model, enabled, illegal).build();
}

}  // namespace barricade
