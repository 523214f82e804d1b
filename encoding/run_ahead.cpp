#include "encoding/run_ahead.h"

#include <algorithm>

namespace barricade {
namespace {

// Blocks of the loop from which an exit is reached without coming to the head again.
std::vector<bool> blocksBeforeExits(const Kernel& kernel, const Loop& loop) {
  std::vector<bool> before(kernel.procedure().blocks.size(), false);
  for (const auto& [from, to] : loop.exits) before[from] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b : loop.blocks) {
      if (before[b]) continue;
      const auto& successors = kernel.flow().successors(b);
      before[b] = std::any_of(successors.begin(), successors.end(),
                              [&](unsigned s) { return s != loop.header && before[s]; });
      changed = changed || before[b];
    }
  }
  return before;
}

bool sets(const Statement& statement, const Variable* variable) {
  auto isIt = [&](const Variable* target) { return target == variable; };
  if (const Assign* assign = statement.as<Assign>())
    return std::any_of(assign->targets.begin(), assign->targets.end(),
                       [&](const Target& target) { return isIt(target.variable); });
  if (const Havoc* havoc = statement.as<Havoc>())
    return std::any_of(havoc->targets.begin(), havoc->targets.end(), isIt);
  if (const Call* call = statement.as<Call>())
    return std::any_of(call->results.begin(), call->results.end(), isIt);
  return false;
}

class RunAheadFinder {
 public:
  RunAheadFinder(const OuterIteration& outer, const InnerRun& run)
      : outer_(outer),
        run_(run),
        summary_(outer.summaries[outer.loop.index]),
        inner_(outer.summaries[run.loop]),
        innerLoop_(outer.kernel.flow().loops()[run.loop]),
        beforeExits_(blocksBeforeExits(outer.kernel, innerLoop_)) {}

  std::optional<RunAhead> find() {
    if (!inner_.factsSuffice || inner_.facts.empty()) return std::nullopt;
    if (!outer_.terms.assuming(run_.path, outer_.iteration.complete)->isTrue()) return std::nullopt;
    RunAhead ahead;
    ahead.inner = run_.loop;
    for (std::size_t v : outer_.kernel.modifiedIn(outer_.loop.index))
      if (const auto as = carriedAs(v)) {
        ahead.carried[v] = *as;
        ahead.exits[run_.exit[*as]->variable()] = v;
      }
    const auto stepped = std::find_if(ahead.carried.begin(), ahead.carried.end(),
                                      [&](const auto& entry) { return isStepped(entry.second); });
    if (stepped == ahead.carried.end()) return std::nullopt;
    ahead.variable = stepped->first;
    if (!findBounds(stepped->second, ahead)) return std::nullopt;
    return ahead;
  }

 private:
  Expr head(std::size_t v) const { return outer_.placeholders.variables[v]; }

  // The inner loop's variable that starts as this one and ends as it.
  std::optional<std::size_t> carriedAs(std::size_t v) const {
    const Expr after = outer_.iteration.after[v];
    if (!head(v) || head(v)->isLiteral() || !after) return std::nullopt;
    const Expr left = outer_.terms.assuming(after, outer_.iteration.complete);
    for (std::size_t as : outer_.kernel.modifiedIn(run_.loop))
      if (run_.exit[as] && run_.exit[as] == left && run_.entry[as] &&
          outer_.terms.assuming(run_.entry[as], run_.path) == head(v) &&
          changesByWholeIterations(outer_.kernel.variable(as)))
        return as;
    return std::nullopt;
  }

  // Whether the variable, where the inner loop is left, is what it was at its head.
  bool changesByWholeIterations(const Variable* variable) const {
    return std::none_of(innerLoop_.blocks.begin(), innerLoop_.blocks.end(), [&](unsigned b) {
      const auto& statements = outer_.kernel.procedure().blocks[b]->statements;
      return beforeExits_[b] && std::any_of(statements.begin(), statements.end(),
                                            [&](const Statement& s) { return sets(s, variable); });
    });
  }

  // Whether all that the inner loop needs to go on is that the variable is below bounds.
  bool isStepped(std::size_t as) const {
    const auto form = inner_.closed.find(as);
    if (form == inner_.closed.end() || !isStepByOne(form->second)) return false;
    const auto first = inequalityOf(inner_.facts.front());
    return std::all_of(inner_.facts.begin(), inner_.facts.end(), [&](Expr fact) {
      const auto inequality = inequalityOf(fact);
      return inequality && inequality->lesser == head(as) &&
             inequality->isSigned == first->isSigned;
    });
  }

  static bool isStepByOne(const ClosedForm& form) {
    return form.kind == ClosedForm::Kind::Affine && form.step->isLiteral() &&
           form.step->value() == 1 && form.step->type()->isBitVector();
  }

  bool findBounds(std::size_t as, RunAhead& ahead) const {
    std::unordered_map<Expr, Expr> entry;
    for (std::size_t v = 0; v < run_.entry.size(); ++v)
      if (head(v) && !head(v)->isLiteral() && run_.entry[v])
        entry[head(v)] = outer_.terms.assuming(run_.entry[v], run_.path);
    entry.erase(head(as));
    for (Expr fact : inner_.facts) {
      const Inequality inequality = *inequalityOf(fact);
      ahead.isSigned = inequality.isSigned;
      std::unordered_map<Expr, Expr> memo;
      const Expr bound = outer_.terms.substitute(inequality.greater, entry, memo);
      if (!addBound(bound, inequality.strict, ahead)) return false;
    }
    return true;
  }

  // One that goes up and may be reached is one below the next number: where that wraps around,
  // nothing is above it.
  bool addBound(Expr bound, bool strict, RunAhead& ahead) const {
    if (stays(bound)) {
      ahead.still.push_back(bound);
      return strict;
    }
    const bool isSum = bound->op() == Op::BvAdd && bound->arg(1)->isLiteral();
    const Expr base = isSum ? bound->arg(0) : bound;
    const BigInt above = (isSum ? BigInt(bound->arg(1)->value()) : BigInt(0)) + (strict ? 0 : 1);
    if (ahead.moving) return false;
    for (const auto& [v, form] : summary_.closed)
      if (head(v) == base && isStepByOne(form) && staysBelowABound(v, ahead.isSigned)) {
        ahead.moving = {v, above};
        return true;
      }
    return false;
  }

  // By the values at the outer loop's head, of what that loop leaves alone.
  bool stays(Expr bound) const {
    std::unordered_set<const Variable*> left;
    for (std::size_t v = 0; v < outer_.placeholders.variables.size(); ++v)
      if (head(v) && !head(v)->isLiteral()) left.insert(head(v)->variable());
    for (std::size_t v : outer_.kernel.modifiedIn(outer_.loop.index))
      if (head(v) && !head(v)->isLiteral()) left.erase(head(v)->variable());
    const auto leaves = leavesOf(bound);
    return std::all_of(leaves.begin(), leaves.end(), [&](const Variable* leaf) {
      return left.contains(leaf) || !outer_.terms.isFresh(leaf);
    });
  }

  // Then it does not wrap around in a complete iteration of the outer loop.
  bool staysBelowABound(std::size_t v, bool isSigned) const {
    return std::any_of(summary_.facts.begin(), summary_.facts.end(), [&](Expr fact) {
      const auto inequality = inequalityOf(fact);
      return inequality && inequality->strict && inequality->lesser == head(v) &&
             inequality->isSigned == isSigned;
    });
  }

  const OuterIteration& outer_;
  const InnerRun& run_;
  const LoopSummary& summary_;
  const LoopSummary& inner_;
  const Loop& innerLoop_;
  std::vector<bool> beforeExits_;
};

}  // namespace

std::optional<RunAhead> findRunAhead(const OuterIteration& outer) {
  for (const InnerRun& run : outer.iteration.inner)
    if (auto ahead = RunAheadFinder(outer, run).find()) return ahead;
  return std::nullopt;
}

}  // namespace barricade
