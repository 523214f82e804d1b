#include "encoding/iteration.h"

#include <algorithm>

#include "encoding/inner_sums.h"
#include "encoding/region_walk.h"
#include "encoding/token.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

class IterationEncoder : public RegionVisitor {
 public:
  IterationEncoder(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                   const ReadOnlyFunctions& readOnly, const Placeholders& placeholders,
                   const std::vector<LoopSummary>& summaries)
      : kernel_(kernel),
        terms_(terms),
        launch_(launch),
        readOnly_(readOnly),
        placeholders_(placeholders),
        summaries_(summaries),
        values_(placeholders.variables) {}

  Iteration run(unsigned loop) {
    loop_ = &kernel_.flow().loops()[loop];
    begins_ = terms_.no();
    const PerThread always{terms_.yes(), terms_.yes()};
    EdgeConditions exits;
    const PerThread back =
        walkRegion(kernel_, terms_, static_cast<int>(loop), always, exits, *this);
    return {begins_,
            back[0],
            std::move(values_),
            std::move(inner_),
            std::move(stores_),
            std::move(disturbed_),
            std::move(draws_)};
  }

  std::vector<PerThread> visitBlock(unsigned block, const PerThread& path) override {
    for (const Statement& statement : kernel_.procedure().blocks[block]->statements)
      execute(statement, path[0]);
    std::vector<PerThread> conditions = conditionsOfSuccessors(
        kernel_, terms_, block, path,
        {1,
         [&](Expr guard, unsigned) { return terms_.assuming(evaluate(guard, path[0]), path[0]); },
         [](Expr, unsigned, Expr) {}});
    const auto& successors = kernel_.flow().successors(block);
    for (std::size_t i = 0; block == loop_->header && i < successors.size(); ++i)
      if (std::ranges::count(loop_->blocks, successors[i]) > 0)
        begins_ = terms_.lor(begins_, conditions[i][0]);
    return conditions;
  }

  // What the inner loop modifies is arbitrary after it, but for sums that it counts to their end,
  // and so is where it is left.
  EdgeConditions visitLoop(const Loop& loop, const PerThread& path) override {
    InnerRun run{loop.index, path[0], values_, std::vector<Expr>(values_.size(), nullptr)};
    for (std::size_t v : kernel_.modifiedIn(loop.index)) {
      const Expr sum = valueAfterLoop(kernel_, terms_, placeholders_, loop, summaries_[loop.index],
                                      path[0], run.entry, v);
      run.exit[v] = freshValue(v);
      values_[v] = sum ? terms_.ite(path[0], sum, run.entry[v]) : run.exit[v];
    }
    inner_.push_back(std::move(run));
    for (std::size_t a = 0; a < kernel_.arrays().size(); ++a)
      if (kernel_.loopWrites(loop.index, a)) disturbed_.insert(a);
    EdgeConditions exits;
    for (const auto& [from, to] : loop.exits) {
      if (exits.contains(to)) continue;
      const bool only = std::all_of(loop.exits.begin(), loop.exits.end(),
                                    [&, target = to](const auto& e) { return e.second == target; });
      const Expr taken = only ? terms_.yes() : terms_.fresh("exit", boolType());
      const Expr condition = terms_.land(path[0], taken);
      addEdge(terms_, exits, to, {condition, condition});
    }
    return exits;
  }

 private:
  void execute(const Statement& statement, Expr path) {
    if (const Assign* assignment = statement.as<Assign>()) {
      assign(*assignment, path);
      return;
    }
    forEachAssigned(statement, [&](const Variable* variable) {
      if (variable->array) disturbed_.insert(kernel_.arrayIndex(variable));
    });
    if (const Havoc* havoc = statement.as<Havoc>()) {
      for (const Variable* variable : havoc->targets) this->havoc(variable, path);
    } else if (const Call* call = statement.as<Call>()) {
      if (call->atomic) return draw(statement, path);
      for (const Variable* result : call->results) this->havoc(result, path);
      giveToken(*call, path);
    }
  }

  void draw(const Statement& statement, Expr path) {
    const Call& call = *statement.as<Call>();
    const Variable* result = call.results.front();
    if (!kernel_.isLocal(result) || !kernel_.inSlice(result)) return;
    const auto& operands = call.atomic->args;
    const Expr operand = operands.empty() ? nullptr : evaluate(operands.back(), path);
    const Expr value = freshValue(kernel_.indexOf(result));
    draws_.push_back({&statement, value, evaluate(call.args[1], path), operand});
    set(result, path, value);
  }

  void giveToken(const Call& call, Expr path) {
    const auto& what = call.callee->synchronization;
    if (!what || what->primitive != SyncPrimitive::ObjectArrive) return;
    const auto channel = kernel_.counters().channelOf(kernel_.procedure(), call);
    if (!channel || call.results.empty()) return;
    const Channel& counters = kernel_.counters().channels[*channel];
    const Variable* result = call.results.front();
    if (!counters.arrived || !kernel_.isLocal(result) || !kernel_.inSlice(result)) return;
    if (Expr token =
            tokenOf(terms_, counters, values_[kernel_.indexOf(counters.arrived)], result->type))
      set(result, path, token);
  }

  void assign(const Assign& assign, Expr path) {
    // All values before any target changes.
    std::vector<std::pair<const Variable*, Expr>> assigned;
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      const Variable* target = assign.targets[i].variable;
      if (kernel_.isLocal(target) && kernel_.inSlice(target))
        assigned.emplace_back(target, evaluate(assign.values[i], path));
      else if (target->array)
        store(assign.targets[i], assign.values[i], path);
    }
    for (const auto& [target, value] : assigned) set(target, path, value);
  }

  void store(const Target& target, Expr value, Expr path) {
    const std::size_t a = kernel_.arrayIndex(target.variable);
    const KernelArray& array = kernel_.arrays()[a];
    if (array.array->space != AddressSpace::Private || !array.influences) return;
    if (target.indices.size() == 1)
      stores_.push_back({a, path, evaluate(target.indices.front(), path),
                         kernel_.inSlice(value) ? evaluate(value, path) : nullptr});
    else
      disturbed_.insert(a);
  }

  void havoc(const Variable* variable, Expr path) {
    if (kernel_.isLocal(variable) && kernel_.inSlice(variable))
      set(variable, path, freshValue(kernel_.indexOf(variable)));
  }

  void set(const Variable* variable, Expr path, Expr value) {
    Expr& current = values_[kernel_.indexOf(variable)];
    current = !current || kernel_.isTemporary(variable) ? value : terms_.ite(path, value, current);
  }

  Expr freshValue(std::size_t variable) {
    return terms_.fresh(kernel_.variable(variable)->name, kernel_.variable(variable)->type);
  }

  //--- Expressions --------------------------------------------------------------------------

  Expr evaluate(Expr e, Expr path) {
    std::unordered_map<Expr, Expr> memo;
    return fold<Expr>(
        e, memo, [&](Expr part) { return leaf(part, path); },
        [&](Expr part, std::vector<Expr> args) {
          const bool otherThread = part->op() == Op::Apply && part->function()->isOtherThread();
          return otherThread ? args[0] : terms_.rebuild(part, std::move(args));
        });
  }

  std::optional<Expr> leaf(Expr e, Expr path) {
    switch (e->op()) {
      case Op::BoolLiteral:
      case Op::BvLiteral:
      case Op::IntLiteral:
      case Op::Forall:
      case Op::Exists: return e;
      case Op::Variable: return variable(e, path);
      case Op::Select: return element(e, path);
      case Op::Old: return terms_.fresh("old", e->type());
      default: return std::nullopt;
    }
  }

  // Launch constants that are not fixed stay what they are: they mean something else to each
  // thread that the summary is instantiated for.
  Expr variable(Expr e, Expr path) {
    const Variable* variable = e->variable();
    if (kernel_.isLocal(variable)) {
      Expr& value = values_[kernel_.indexOf(variable)];
      if (!value) value = freshValue(kernel_.indexOf(variable));
      return value;
    }
    switch (variable->role) {
      case VariableRole::Enabled:
      case VariableRole::DominatorEnabled: return path;
      case VariableRole::HasOccurred:
      case VariableRole::WatchedOffset:
      case VariableRole::AccessOffset: return terms_.fresh(variable->name, variable->type);
      case VariableRole::Plain:
      case VariableRole::Array:
      case VariableRole::Launch:
      case VariableRole::UsedMap:
      case VariableRole::Candidate:
      case VariableRole::ArrayId:
      case VariableRole::FunctionId: break;
    }
    auto constant = launch_.constants.find(variable);
    return constant != launch_.constants.end() ? constant->second : e;
  }

  Expr element(Expr e, Expr path) {
    if (e->arg(0)->op() == Op::Variable)
      if (auto it = readOnly_.find(e->arg(0)->variable()); it != readOnly_.end())
        return terms_.pool().apply(it->second, {evaluate(e->arg(1), path)});
    return terms_.fresh("element", e->type());
  }

  const Kernel& kernel_;
  Terms& terms_;
  const LaunchFacts& launch_;
  const ReadOnlyFunctions& readOnly_;
  const Placeholders& placeholders_;
  const std::vector<LoopSummary>& summaries_;
  const Loop* loop_ = nullptr;
  Expr begins_ = nullptr;
  std::vector<Expr> values_;
  std::vector<InnerRun> inner_;
  std::vector<ArrayStore> stores_;
  std::set<std::size_t> disturbed_;
  std::vector<Draw> draws_;
};

}  // namespace

Placeholders makePlaceholders(const Kernel& kernel, Terms& terms, const FixedParameters& fixed) {
  Placeholders placeholders;
  placeholders.variables.resize(kernel.variableCount());
  for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
    const Variable* variable = kernel.variable(v);
    if (!kernel.inSlice(variable)) continue;
    const auto it = fixed.find(variable);
    placeholders.variables[v] =
        it != fixed.end() ? it->second : terms.fresh("at_head_" + variable->name, variable->type);
  }
  return placeholders;
}

Iteration runIteration(const Kernel& kernel, Terms& terms, const LaunchFacts& launch,
                       const ReadOnlyFunctions& readOnly, const Placeholders& placeholders,
                       const std::vector<LoopSummary>& summaries, unsigned loop) {
  return IterationEncoder(kernel, terms, launch, readOnly, placeholders, summaries).run(loop);
}

}  // namespace barricade
