#include "repair/clause.h"

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

  void addWay(unsigned loopIndex, std::optional<AddressSpace> space) {
    const Kernel& kernel = problem_.subject().kernel;
    const ControlFlow& flow = kernel.flow();
    const Loop& loop = flow.loops()[loopIndex];
    constexpr std::size_t blocked = std::numeric_limits<std::size_t>::max();
    struct Best {
      std::size_t count = blocked;
      std::optional<unsigned> from;
      std::set<std::string> sites;
    };
    std::map<unsigned, Best> best;
    for (unsigned b : loop.blocks) {
      Best mine;
      if (b == loop.header)
        mine.count = 0;
      else
        for (unsigned p : flow.predecessors(b))
          if (auto it = best.find(p); it != best.end() && it->second.count < mine.count) {
            mine = it->second;
            mine.from = p;
          }
      if (mine.count != blocked) {
        bool closed = false;
        for (const std::string& variable : sitesIn(*kernel.procedure().blocks[b], space, closed))
          mine.sites.insert(variable);
        mine.count = closed ? blocked : legalCount(mine.sites);
      }
      best[b] = std::move(mine);
    }
    const Best* way = nullptr;
    for (unsigned latch : loop.latches)
      if (const Best& candidate = best.at(latch);
          candidate.count != blocked && (!way || candidate.count < way->count))
        way = &candidate;
    if (!way) return;
    for (const std::string& variable : way->sites) addSite(variable, space.has_value());
    bool closed = false;
    for (unsigned b : loop.blocks)
      for (const std::string& variable : sitesIn(*kernel.procedure().blocks[b], space, closed))
        if (!way->sites.contains(variable) && !illegal_.contains(variable))
          clause_.detours.insert(variable);
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
      if (!orders(grid)) continue;
      const std::size_t fence = space == AddressSpace::Global ? 1 : 0;
      if (space && call->args.size() > fence &&
          !(call->args[fence]->isLiteral() && call->args[fence]->value() != 0))
        continue;
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
