#include "encoding/call_encoder.h"

#include "encoding/result_rules.h"
#include "ir/printer.h"

namespace barricade {

//--- Atomics --------------------------------------------------------------------------------

void CallEncoder::atomic(const Call& call, const Step& step) {
  const PerThread offset = evaluator_.evaluate(call.args[1], step.path);
  Access access =
      monitor_.elementAccess(AccessKind::Atomic, call.args[0]->variable(), call.args[1], offset);
  access.narrow = call.atomic && monitor_.isNarrow(call.atomic->scope);
  const Performer performer = performerOf(step.statement);
  SignalEvent signal = signals_.beginAtomic(call, offset, step);
  if (performer == Performer::Own) monitor_.access(access, step);
  const Variable* result = call.results.front();
  const bool needed = run_.kernel.inSlice(result) && run_.kernel.isLocal(result);
  ResultRules rules(run_);
  const ResultRule rule = needed ? rules.ruleOf(call, access.array) : ResultRule{};
  PerThread operand{};
  if (rule.usesOperand() && !call.atomic->args.empty())
    operand = evaluator_.evaluate(call.atomic->args.back(), step.path);
  if (needed) assignments_.havoc(result, step.path);
  if (rule.kind != ResultRule::Kind::None)
    for (unsigned t = 0; t < run_.threads(); ++t)
      rules.add(rule, access.array,
                {step.path[t], offset[t], run_.state.values[t][run_.kernel.indexOf(result)],
                 operand[t], t, access.narrow, performer});
  signals_.atomic(std::move(signal), call);
}

//--- Asynchronous copies --------------------------------------------------------------------

// The whole group makes a copy, and waits for it, together and with the same arguments.
void CallEncoder::checkTogether(const Call& call, const Step& step) {
  if (!run_.isChecks() || !step.pass.check || run_.pair.mode != Mode::Intra) return;
  Terms& terms = run_.terms;
  const PerThread running = run_.running(step.path);
  Expr together = terms.equal(running[0], running[1]);
  for (Expr arg : call.args)
    if (!arg->type()->isMap()) {
      const PerThread values = evaluator_.evaluate(arg, step.path);
      together = terms.land(together, terms.implies(running[0], terms.equal(values[0], values[1])));
    }
  ErrorCondition error;
  error.kind = FindingKind::Async;
  error.condition = terms.land(run_.nobodyPaused(), terms.lnot(together));
  error.statement = &step.statement;
  run_.report(std::move(error));
}

// A new handle, unless the call gives one.
PerThread CallEncoder::handleOf(const Call& copy, const Step& step) {
  Terms& terms = run_.terms;
  PerThread handle{};
  const Type type = copy.args[4]->type();
  const Expr created = terms.fresh("event", type);
  const Expr none = terms.number(0, type);
  run_.assume(terms.lnot(terms.equal(created, none)));
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr given = evaluator_.evaluate(copy.args[4], t, step.path);
    const Expr own = run_.pair.mode == Mode::Inter && t == 1 ? terms.fresh("event", type) : created;
    handle[t] = terms.ite(terms.equal(given, none), own, given);
  }
  return handle;
}

void CallEncoder::accessByCopy(AccessKind kind, const Variable* array, Expr offset, Expr count,
                               const PerThread& handle, const Step& step) {
  Access access;
  access.kind = kind;
  access.array = run_.kernel.arrayIndex(array);
  access.handle = handle;
  const Expr watched = run_.watchedOffset(offset->type());
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr first = evaluator_.evaluate(offset, t, step.path);
    const Expr elements = evaluator_.evaluate(count, t, step.path);
    access.touches[t] = run_.terms.less(run_.terms.sub(watched, first), elements, false);
    if (t == 0 && run_.isChecks() && step.pass.check && run_.subject.checksBounds(array, offset))
      monitor_.checkBounds(access.array, first, elements, step.statement,
                           run_.running(step.path)[0]);
  }
  monitor_.access(access, step);
}

void CallEncoder::asyncCopy(const Call& call, const Step& step) {
  checkTogether(call, step);
  const Variable* destination = call.results[1];
  const Variable* source = call.args[1]->variable();
  const PerThread handle = handleOf(call, step);
  accessByCopy(AccessKind::Read, source, call.args[2], call.args[3], handle, step);
  accessByCopy(AccessKind::Write, destination, call.args[0], call.args[3], handle, step);
  assignments_.havoc(destination, step.path);
  const Variable* result = call.results[0];
  if (run_.kernel.isLocal(result) && run_.kernel.inSlice(result))
    assignments_.setVariable(result, step.path, handle);
}

void CallEncoder::waitEvents(const Call& call, const Step& step) {
  checkTogether(call, step);
  const PerThread running = run_.running(step.path);
  const Expr handle = evaluator_.evaluate(call.args[0], 0, step.path);
  const Expr together =
      run_.terms.land(running[0], run_.threads() == 2 ? running[1] : run_.terms.yes());
  monitor_.completeCopies(handle, together);
}

//--- Contracts ------------------------------------------------------------------------------

struct CallEncoder::ContractCall {
  const Call& call;
  const Step& step;
  Bindings bindings;
};

void CallEncoder::contractCall(const Call& call, const Step& step) {
  ContractCall contract{call, step, {}};
  for (unsigned t = 0; t < run_.threads(); ++t)
    for (std::size_t i = 0; i < call.callee->parameters.size(); ++i)
      contract.bindings.actuals[t][run_.terms.pool().variable(call.callee->parameters[i])] =
          evaluator_.evaluate(call.args[i], t, step.path);
  requirePreconditions(contract);

  const PairState before = run_.state;
  const std::vector<Access> accesses = havocModified(contract);
  for (const Variable* result : call.results) assignments_.havoc(result, step.path);
  bindResults(contract);
  contract.bindings.before = &before;
  assumePostconditions(contract, accesses);
  for (const Access& access : accesses) monitor_.access(access, step);
}

void CallEncoder::bindResults(ContractCall& contract) {
  const auto& formals = contract.call.callee->results;
  const auto& results = contract.call.results;
  for (unsigned t = 0; t < run_.threads(); ++t)
    for (std::size_t i = 0; i < results.size() && i < formals.size(); ++i)
      contract.bindings.actuals[t][run_.terms.pool().variable(formals[i])] =
          run_.kernel.inSlice(results[i])
              ? evaluator_.evaluate(run_.terms.pool().variable(results[i]), t, contract.step.path)
              : run_.terms.fresh(formals[i]->name, formals[i]->type);
}

// What the specification says of the actual arguments of thread t.
Expr CallEncoder::instantiate(const Specification& spec, const ContractCall& contract, unsigned t) {
  const PerThread& path = contract.step.path;
  const Expr condition = evaluator_.evaluate(spec.condition, t, path, &contract.bindings);
  return spec.predicated ? run_.terms.implies(run_.running(path)[t], condition) : condition;
}

void CallEncoder::requirePreconditions(const ContractCall& contract) {
  for (const Specification& spec : contract.call.callee->specifications) {
    if (spec.kind != Specification::Kind::Requires || spec.procedureWide) continue;
    if (mentionsPending(spec.condition) != run_.isRaces()) continue;
    if (!spec.free && contract.step.pass.check)
      run_.report({.kind = FindingKind::Precondition,
                   .condition = run_.terms.lnot(instantiate(spec, contract, 0)),
                   .statement = &contract.step.statement,
                   .message = toString(run_.kernel.program(), spec.condition)});
    for (unsigned t = 0; t < run_.threads(); ++t) run_.assume(instantiate(spec, contract, t));
  }
}

// The accesses that the callee makes, each to an unknown element.
std::vector<Access> CallEncoder::havocModified(const ContractCall& contract) {
  const PerThread& path = contract.step.path;
  std::vector<Access> accesses;
  for (const Specification& spec : contract.call.callee->specifications)
    for (const Variable* variable : spec.modified) {
      if (variable->role != VariableRole::HasOccurred) {
        assignments_.havoc(variable, path);
        continue;
      }
      Access access;
      access.kind = variable->access;
      access.array = run_.kernel.arrayIndex(variable->subject);
      for (unsigned t = 0; t < run_.threads(); ++t)
        access.touches[t] = run_.terms.fresh("touched", boolType());
      if (access.kind != AccessKind::Read) assignments_.havoc(variable->subject, path);
      accesses.push_back(access);
    }
  return accesses;
}

void CallEncoder::assumePostconditions(ContractCall& contract,
                                       const std::vector<Access>& accesses) {
  auto& occurred = contract.bindings.occurred;
  for (const Specification& spec : contract.call.callee->specifications) {
    if (spec.kind != Specification::Kind::Ensures) continue;
    for (unsigned t = 0; t < run_.threads(); ++t) {
      for (const Access& access : accesses)
        for (const Variable* v : run_.kernel.program().globals())
          if (v->role == VariableRole::HasOccurred && v->access == access.kind &&
              run_.kernel.arrayIndex(v->subject) == access.array) {
            // Only thread 1 logs; for thread 2 the call's own access is all that is known.
            const Expr earlier = t == 0 ? evaluator_.hasOccurred(v) : run_.terms.no();
            occurred[v] = {earlier, run_.terms.lor(earlier, access.touches[t])};
          }
      run_.assume(instantiate(spec, contract, t));
    }
  }
}

}  // namespace barricade
