#include "analysis/warp_paths.h"

#include <optional>

#include "analysis/definitions.h"
#include "ir/semantics.h"
#include "ir/walk.h"

namespace barricade {
namespace {

using Value = std::optional<BigInt>;

// What expressions are for one thread; nothing: its id does not decide that.
class ThreadValues {
 public:
  ThreadValues(const SingleDefinitions& definitions, const LaunchFacts& launch, unsigned id)
      : definitions_(definitions), launch_(launch), id_(id) {}

  Value of(Expr e, const StatementPlace& use) const {
    std::unordered_map<Expr, Value> memo;
    return fold<Value>(
        e, memo,
        [&](Expr part) -> std::optional<Value> {
          if (part->isLiteral()) return part->value();
          if (part->op() == Op::Variable) return Value(of(part->variable(), use));
          if (!isEvaluated(part->op())) return Value();
          return std::nullopt;
        },
        combine);
  }

 private:
  Value of(const Variable* variable, const StatementPlace& use) const {
    if (variable->launch && variable->launch->kind == LaunchConstant::Kind::LocalId)
      return variable->launch->dimension == 0 ? BigInt(id_) : BigInt(0);
    if (const auto constant = launch_.constants.find(variable);
        constant != launch_.constants.end() && constant->second->isLiteral())
      return constant->second->value();
    if (variable->array) return std::nullopt;
    const auto* definition = definitions_.of(variable, use);
    return definition && definition->value ? of(definition->value, definition->place) : Value();
  }

  static bool isEvaluated(Op op) {
    switch (op) {
      case Op::Select:
      case Op::Apply:
      case Op::Old:
      case Op::Forall:
      case Op::Exists: return false;
      default: return true;
    }
  }

  static Value combine(Expr e, const std::vector<Value>& args) {
    if (e->op() == Op::Ite) return !args[0] ? Value() : *args[0] != 0 ? args[1] : args[2];
    std::vector<BigInt> known;
    for (const Value& arg : args) {
      if (!arg) return std::nullopt;
      known.push_back(*arg);
    }
    return evaluateOperator(e, known);
  }

  const SingleDefinitions& definitions_;
  const LaunchFacts& launch_;
  unsigned id_;
};

}  // namespace

std::vector<bool> blocksOfWarp(const Kernel& kernel, const LaunchFacts& launch, unsigned warp,
                               unsigned size) {
  const ControlFlow& flow = kernel.flow();
  const SingleDefinitions definitions(kernel.procedure(), flow);
  auto mayTake = [&](unsigned b, Expr guard) {
    const StatementPlace end{b, kernel.procedure().blocks[b]->statements.size()};
    for (unsigned id = warp * size; id < (warp + 1) * size; ++id)
      if (const Value value = ThreadValues(definitions, launch, id).of(guard, end);
          !value || *value != 0)
        return true;
    return false;
  };
  std::vector<bool> comes(kernel.procedure().blocks.size());
  std::vector<unsigned> work{flow.order().front()};
  comes[work.front()] = true;
  while (!work.empty()) {
    const unsigned b = work.back();
    work.pop_back();
    const Branch& branch = kernel.branch(b);
    for (std::size_t i = 0; i < flow.successors(b).size(); ++i) {
      const unsigned next = flow.successors(b)[i];
      const bool guarded = branch.kind == Branch::Kind::Guarded;
      if (comes[next] || (guarded && !mayTake(b, branch.guards[i]))) continue;
      comes[next] = true;
      work.push_back(next);
    }
  }
  return comes;
}

}  // namespace barricade
