#include "analysis/slice.h"

#include <algorithm>
#include <vector>

#include "analysis/atomic_results.h"
#include "analysis/counters.h"
#include "analysis/expressions.h"
#include "ir/launch_postcondition.h"
#include "ir/uses.h"

namespace barricade {
namespace {

bool isOpaque(const Function& function) {
  return !function.body && !function.isOtherThread() && !function.isElectedLane();
}

// Whether its value depends on which of its arguments are equal, and not on how great they are.
bool onlyTellsApart(Expr e) {
  switch (e->op()) {
    case Op::Apply: return isOpaque(*e->function());
    case Op::Equal:
    case Op::NotEqual:
      return !e->arg(0)->type()->isBool() &&
             std::ranges::none_of(e->args(), [](Expr arg) { return arg->isLiteral(); });
    default: return false;
  }
}

std::unordered_set<const Variable*> numbersIn(std::vector<Expr> expressions,
                                              const Definitions& definitions) {
  std::unordered_set<const Variable*> numbers;
  while (!expressions.empty()) {
    const Expr root = expressions.back();
    expressions.pop_back();
    forEachNodeWhile({root}, [&](Expr e) {
      if (e->op() == Op::Variable && numbers.insert(e->variable()).second)
        if (auto it = definitions.find(e->variable()); it != definitions.end())
          expressions.insert(expressions.end(), it->second.begin(), it->second.end());
      return !onlyTellsApart(e);
    });
  }
  return numbers;
}

class Slicer {
 public:
  explicit Slicer(Interest interest) : interest_(interest) {}

  Slice slice(const Procedure& procedure, const ControlFlow& flow) {
    for (unsigned b : flow.order())
      for (const Statement& statement : procedure.blocks[b]->statements) startFrom(statement);
    for (const Specification& spec : procedure.specifications)
      if (spec.condition && !isLaunchPostcondition(spec)) starts_.push_back(spec.condition);
    Slice slice;
    slice.numbers = numbersIn(starts_, definitions_);
    slice.control = dependencies(std::move(starts_), definitions_, counters_);
    slice.all = dependencies(std::move(stored_), definitions_, slice.control);
    return slice;
  }

 private:
  void startFrom(const Statement& statement) {
    if (const Assign* assign = statement.as<Assign>()) {
      startFrom(*assign, statement);
    } else if (const Call* call = statement.as<Call>()) {
      startFrom(*call);
      for (const Specification& spec : call->callee->specifications)
        if (spec.condition) starts_.push_back(spec.condition);
    } else if (const Assert* check = statement.as<Assert>()) {
      if (!check->isMarker()) starts_.push_back(check->condition);
    } else if (const Assume* assume = statement.as<Assume>()) {
      starts_.push_back(assume->condition);
    }
  }

  // What lanes exchange matters where the results do.
  void startFrom(const Call& call) {
    const auto& primitive = call.callee->synchronization;
    const bool exchange = primitive && primitive->primitive == SyncPrimitive::Exchange;
    if (resultRuleOf(call).usesOperand())
      definitions_[call.results.front()].push_back(call.atomic->args.back());
    if (interest_.signals && call.atomic)
      starts_.insert(starts_.end(), call.atomic->args.begin(), call.atomic->args.end());
    for (std::size_t i = 0; i < call.args.size(); ++i)
      if (primitive && i == primitive->position(SyncParameter::Source))
        continue;  // what is copied is not followed
      else if (!exchange || i == primitive->position(SyncParameter::Mask))
        starts_.push_back(call.args[i]);
      else
        for (const Variable* result : call.results) definitions_[result].push_back(call.args[i]);
  }

  void startFrom(const Assign& assign, const Statement& statement) {
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      const Target& target = assign.targets[i];
      if (isCounter(*target.variable)) {
        counters_.insert(target.variable);
        starts_.push_back(assign.values[i]);
      }
      auto& defined = definitions_[target.variable];
      defined.push_back(assign.values[i]);
      const bool races = target.variable->array && target.variable->array->canRace();
      auto& wanted = races || interest_.privateIndices ? starts_ : defined;
      wanted.insert(wanted.end(), target.indices.begin(), target.indices.end());
      if (races && interest_.writtenValues) stored_.push_back(assign.values[i]);
    }
    std::vector<Expr> reads;
    forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
    for (Expr read : reads)
      if (read->arg(0)->variable()->array->canRace() || interest_.privateIndices)
        starts_.push_back(read->arg(1));
  }

  Interest interest_;
  std::unordered_set<const Variable*> counters_;
  std::vector<Expr> starts_;
  std::vector<Expr> stored_;
  Definitions definitions_;
};

}  // namespace

Slice findSlice(const Procedure& procedure, const ControlFlow& flow, Interest interest) {
  return Slicer(interest).slice(procedure, flow);
}

}  // namespace barricade
