// Calls by contract: preconditions are asserted, what the callee may modify and its results are
// arbitrary within the postconditions. `modifies _WRITE_HAS_OCCURRED_$$A` makes the call a write
// access somewhere.
#include "ir/printer.h"
#include "verifier/execution.h"

namespace barricade {

struct Execution::ContractCall {
  const Call& call;
  const Step& step;
  Actuals actuals;
};

void Execution::contractCall(const Call& call, const Step& step) {
  const Procedure& callee = *call.callee;
  ContractCall contract{call, step, {}};
  for (unsigned t = 0; t < threads(); ++t)
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      contract.actuals[t][terms_.pool().variable(callee.parameters[i])] =
          evaluate(call.args[i], t, step.active);
  requirePreconditions(contract);

  const State before = state_;
  const std::vector<Access> accesses = forgetModified(contract);
  for (Variable* result : call.results) havocVariable(result, step.active);
  for (unsigned t = 0; t < threads(); ++t)
    for (std::size_t i = 0; i < call.results.size() && i < callee.results.size(); ++i)
      contract.actuals[t][terms_.pool().variable(callee.results[i])] =
          kernel_.matters(call.results[i])
              ? evaluate(terms_.pool().variable(call.results[i]), t, step.active)
              : terms_.fresh(callee.results[i]->name, callee.results[i]->type);
  oldState_ = &before;
  assumePostconditions(contract, accesses);
  oldState_ = nullptr;
  contractAccesses_.clear();
  for (const Access& access : accesses) this->access(access, step);
}

// What the specification says of the actual arguments of thread t.
Expr Execution::instantiate(const Specification& spec, const ContractCall& contract, unsigned t) {
  const PerThread& active = contract.step.active;
  actuals_ = &contract.actuals;
  const Expr condition = evaluate(spec.condition, t, active);
  actuals_ = nullptr;
  return spec.predicated ? terms_.implies(running(active)[t], condition) : condition;
}

void Execution::requirePreconditions(const ContractCall& contract) {
  for (const Specification& spec : contract.call.callee->specifications) {
    if (spec.kind != Specification::Kind::Requires || spec.procedureWide) continue;
    if (mentionsPending(spec.condition) != isRaces()) continue;
    if (!spec.free && contract.step.pass.check && !isSummary())
      report({.kind = FindingKind::Precondition,
              .condition = terms_.lnot(instantiate(spec, contract, 0)),
              .statement = &contract.step.statement,
              .message = toString(kernel_.program(), spec.condition)});
    for (unsigned t = 0; t < threads(); ++t) assume(instantiate(spec, contract, t));
  }
}

// The accesses that the callee makes, each to an unknown element.
std::vector<Execution::Access> Execution::forgetModified(const ContractCall& contract) {
  const PerThread& active = contract.step.active;
  std::vector<Access> accesses;
  for (const Specification& spec : contract.call.callee->specifications)
    for (const Variable* variable : spec.modified) {
      if (variable->role != VariableRole::HasOccurred) {
        havocVariable(variable, active);
        continue;
      }
      Access access;
      access.kind = variable->access;
      access.array = kernel_.arrayIndex(variable->subject);
      for (unsigned t = 0; t < threads(); ++t)
        access.touches[t] = terms_.fresh("touched", boolType());
      if (access.kind != AccessKind::Read) havocVariable(variable->subject, active);
      accesses.push_back(access);
    }
  return accesses;
}

void Execution::assumePostconditions(const ContractCall& contract,
                                     const std::vector<Access>& accesses) {
  for (const Specification& spec : contract.call.callee->specifications) {
    if (spec.kind != Specification::Kind::Ensures) continue;
    for (unsigned t = 0; t < threads(); ++t) {
      for (const Access& access : accesses)
        for (const Variable* v : kernel_.program().globals())
          if (v->role == VariableRole::HasOccurred && v->access == access.kind &&
              kernel_.arrayIndex(v->subject) == access.array) {
            // Only thread 1 logs; for thread 2 the call's own access is all that is known.
            const Expr earlier = t == 0 ? annotation(v) : terms_.no();
            contractAccesses_[v] = {earlier, terms_.lor(earlier, access.touches[t])};
          }
      assume(instantiate(spec, contract, t));
    }
  }
}

}  // namespace barricade
