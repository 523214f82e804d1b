#include "encoding/assignment_encoder.h"

namespace barricade {

void AssignmentEncoder::assign(const Assign& assign, const Step& step) {
  readOperands(assign, step);
  // All values before any target changes.
  std::vector<Assigned> assigned;
  for (std::size_t i = 0; i < assign.targets.size(); ++i)
    assigned.push_back(evaluate(assign.targets[i], assign.values[i], step.path));
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    const Variable* target = assign.targets[i].variable;
    if (run_.kernel.isLocal(target)) {
      if (run_.kernel.inSlice(target)) setVariable(target, step.path, assigned[i].value);
      continue;
    }
    const std::size_t array = run_.kernel.arrayIndex(target);
    run_.forgetResults(array);
    if (assign.targets[i].indices.empty())
      memory_.copy(array, assign.values[i], run_.running(step.path));
    else
      store(array, assign.targets[i].indices.front(), assigned[i], step);
  }
}

void AssignmentEncoder::readOperands(const Assign& assign, const Step& step) {
  std::vector<Expr> reads;
  for (const Target& target : assign.targets)
    for (Expr index : target.indices) collectReads(index, reads);
  for (Expr value : assign.values) collectReads(value, reads);
  for (Expr read : reads) {
    const Variable* array = read->arg(0)->variable();
    const Expr index = read->arg(1);
    if (!array->array->canRace() && !run_.subject.checksBounds(array, index)) continue;
    Access access = monitor_.elementAccess(AccessKind::Read, array, index,
                                           evaluator_.evaluate(index, step.path));
    if (memory_.seesValues(access.array))
      access.value = memory_.contentsAt(access.array, access.offset);
    monitor_.access(access, step);
  }
}

// Only what matters is evaluated.
AssignmentEncoder::Assigned AssignmentEncoder::evaluate(const Target& target, Expr value,
                                                        const PerThread& path) {
  const Kernel& kernel = run_.kernel;
  Assigned assigned;
  if (!target.indices.empty()) {
    const KernelArray& array = kernel.arrays()[kernel.arrayIndex(target.variable)];
    if (array.array->canRace() || array.influences ||
        run_.subject.checksBounds(target.variable, target.indices.front()))
      assigned.index = evaluator_.evaluate(target.indices.front(), path);
    if (kernel.inSlice(value)) assigned.value = evaluator_.evaluate(value, path);
  } else if (kernel.isLocal(target.variable) && kernel.inSlice(target.variable)) {
    assigned.value = evaluator_.evaluate(value, path);
  }
  return assigned;
}

void AssignmentEncoder::store(std::size_t array, Expr index, const Assigned& assigned,
                              const Step& step) {
  const Variable* variable = run_.kernel.arrays()[array].array->variable;
  if (variable->array->space == AddressSpace::Constant && run_.isChecks() && step.pass.check) {
    ErrorCondition error;
    error.kind = FindingKind::ConstantWrite;
    error.condition = run_.running(step.path)[0];
    error.statement = &step.statement;
    error.array = array;
    run_.report(std::move(error));
  }
  if (!assigned.index[0]) return;
  Access access = monitor_.elementAccess(AccessKind::Write, variable, index, assigned.index);
  access.value = assigned.value;
  access.neverBenign = run_.subject.neverBenign.contains(&step.statement);
  if (memory_.seesValues(array)) access.previous = memory_.contentsAt(array, assigned.index);
  SignalEvent signal = signals_.begin(SignalEvent::Kind::Store, step);
  monitor_.access(access, step);
  if (run_.kernel.arrays()[array].atomic && signals_.isActive())
    signals_.store(std::move(signal), array, assigned.index, assigned.value);
  memory_.store(array, run_.running(step.path), assigned.index, assigned.value);
  const auto& summands = run_.subject.scans.summands;
  if (const auto summand = summands.find(&step.statement);
      summand != summands.end() && !summand->second.variable)
    run_.prefixSums.store(run_, summand->second, assigned.value, step);
}

void AssignmentEncoder::setVariable(const Variable* variable, const PerThread& path,
                                    const PerThread& values) {
  const std::size_t index = run_.kernel.indexOf(variable);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    Expr& current = run_.state.values[t][index];
    current = !current || run_.kernel.isTemporary(variable)
                  ? values[t]
                  : run_.terms.ite(path[t], values[t], current);
  }
  if (run_.threads() == 1) run_.state.values[1][index] = run_.state.values[0][index];
}

void AssignmentEncoder::havoc(const Variable* variable, const PerThread& path) {
  if (run_.kernel.isLocal(variable)) {
    if (!run_.kernel.inSlice(variable)) return;
    PerThread values{};
    for (unsigned t = 0; t < run_.threads(); ++t)
      values[t] = evaluator_.freshValue(run_.kernel.indexOf(variable));
    setVariable(variable, path, values);
  } else if (variable->array) {
    const std::size_t a = run_.kernel.arrayIndex(variable);
    run_.forgetResults(a);
    memory_.havoc(a, run_.terms.yes());
  }
}

}  // namespace barricade
