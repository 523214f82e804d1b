#include "encoding/call_encoder.h"

#include "ir/printer.h"

namespace barricade {

//--- Atomics --------------------------------------------------------------------------------

void CallEncoder::atomic(const Call& call, const Step& step) {
  const PerThread offset = evaluator_.evaluate(call.args[1], step.path);
  Access access =
      monitor_.elementAccess(AccessKind::Atomic, call.args[0]->variable(), call.args[1], offset);
  access.narrow = call.atomic && monitor_.isNarrow(call.atomic->scope);
  const Performer performer = performerOf(step.statement);
  SignalEvent signal = signals_.begin(SignalEvent::Kind::Atomic, step);
  if (performer == Performer::Own) monitor_.access(access, step);
  const Variable* result = call.results.front();
  const bool needed = run_.kernel.inSlice(result) && run_.kernel.isLocal(result);
  const ResultRule rule = needed ? ruleOf(call, access.array) : ResultRule{};
  PerThread operand{};
  if (rule.usesOperand()) operand = evaluator_.evaluate(call.atomic->args.back(), step.path);
  if (needed) assignments_.havoc(result, step.path);
  if (rule.kind != ResultRule::Kind::None)
    assumeResultRule(rule, access, step.path, operand, result, performer);
  if (call.atomic && signals_.isActive()) signals_.atomic(std::move(signal), call, offset, step);
}

// The rule of all operations that change the array, where this one is one of them.
ResultRule CallEncoder::ruleOf(const Call& call, std::size_t array) const {
  const ResultRule& rule = run_.kernel.arrays()[array].results;
  return resultRuleOf(call) == rule ? rule : ResultRule{};
}

// Of operations that are atomic with each other.
void CallEncoder::assumeResultRule(const ResultRule& rule, const Access& access,
                                   const PerThread& path, const PerThread& operand,
                                   const Variable* result, Performer performer) {
  Terms& terms = run_.terms;
  const std::size_t array = access.array;
  const AddressSpace space = run_.kernel.arrays()[array].array->space;
  const bool ownOnly = space == AddressSpace::GroupShared && run_.pair.mode == Mode::Inter;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const AtomicResult mine{
        path[t], access.offset[t], run_.state.values[t][run_.kernel.indexOf(result)], operand[t],
        t,       access.narrow};
    for (const AtomicResult& other : run_.atomicResults[array]) {
      if (other.thread != t && (ownOnly || mine.narrow || other.narrow)) continue;
      // What a thread does as the elected one of its block is the same operation once more.
      if (other.thread == t && other.performer != performer) continue;
      run_.assume(
          terms.implies(terms.land(mine.path, other.path, terms.equal(mine.offset, other.offset)),
                        exclusion(rule, mine, other)));
    }
    run_.atomicResults[array].push_back(mine);
  }
}

// What holds of the results of two operations on one element.
Expr CallEncoder::exclusion(const ResultRule& rule, const AtomicResult& a,
                            const AtomicResult& b) const {
  Terms& terms = run_.terms;
  const Type type = a.result->type();
  switch (rule.kind) {
    case ResultRule::Kind::None: break;
    case ResultRule::Kind::Counting: return areApart(rule.value, a.result, b.result);
    case ResultRule::Kind::Swap: {
      const Expr expected = terms.number(rule.value, type);
      auto wins = [&](const AtomicResult& x) {
        return terms.land(terms.equal(x.result, expected),
                          terms.lnot(terms.equal(x.operand, expected)));
      };
      return terms.lnot(terms.land(wins(a), wins(b)));
    }
    case ResultRule::Kind::Exchange: {
      const Expr stored = terms.number(rule.value, type);
      return terms.lor(terms.equal(a.result, stored), terms.equal(b.result, stored));
    }
    case ResultRule::Kind::Marking: {
      auto both = [&](Expr x, Expr y) { return terms.pool().make(Op::BvAnd, x, y); };
      const Expr common = both(a.operand, b.operand);
      return terms.lor(terms.equal(both(a.result, common), common),
                       terms.equal(both(b.result, common), common));
    }
  }
  return terms.yes();
}

// Whoever counts in steps has what lies between two steps for himself, whatever the first value
// was; where the step is as large as the width allows, results are distinct at least.
Expr CallEncoder::areApart(const BigInt& step, Expr a, Expr b) const {
  constexpr unsigned countBits = 24;  // a launch is taken not to count more often
  Terms& terms = run_.terms;
  const Type type = a->type();
  const Expr distinct = terms.lnot(terms.equal(a, b));
  const BigInt size = abs(step);
  if (size == 1 || !type->isBitVector() || type->width() < countBits + 1 + msb(size))
    return distinct;
  const Expr gap = terms.number(size, type);
  return terms.land(terms.lessEqual(gap, terms.sub(a, b), false),
                    terms.lessEqual(gap, terms.sub(b, a), false));
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
