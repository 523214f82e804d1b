// What each statement does to the pair of threads.
#include "ir/printer.h"
#include "verifier/execution.h"

namespace barricade {

void Execution::execute(const Step& step) {
  if (const Assign* assignment = step.statement.as<Assign>()) {
    assign(*assignment, step);
  } else if (const Havoc* havoc = step.statement.as<Havoc>()) {
    for (const Variable* variable : havoc->targets) havocVariable(variable, step.active);
  } else if (const Assert* check = step.statement.as<Assert>()) {
    checkAssertion(*check, step);
  } else if (const Assume* assumption = step.statement.as<Assume>()) {
    const PerThread running = this->running(step.active);
    for (unsigned t = 0; t < threads(); ++t) {
      const Expr condition = evaluate(assumption->condition, t, step.active);
      assume(assumption->predicated ? terms_.implies(running[t], condition) : condition);
    }
  } else if (const Call* callee = step.statement.as<Call>()) {
    call(*callee, step);
  }
}

//--- Assignments ----------------------------------------------------------------------------

void Execution::assign(const Assign& assign, const Step& step) {
  logReads(assign, step);
  // All values before any target changes.
  std::vector<Assigned> assigned;
  for (std::size_t i = 0; i < assign.targets.size(); ++i)
    assigned.push_back(evaluateAssigned(assign.targets[i], assign.values[i], step.active));
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    const Variable* target = assign.targets[i].variable;
    if (kernel_.isLocal(target)) {
      if (kernel_.matters(target)) assignVariable(target, step.active, assigned[i].value);
      continue;
    }
    const std::size_t array = kernel_.arrayIndex(target);
    // A counter that is set anew may give the same results again.
    atomicResults_.erase(array);
    if (assign.targets[i].indices.empty())
      copyArray(array, assign.values[i], step.active);
    else
      store(array, assigned[i], step);
  }
}

void Execution::logReads(const Assign& assign, const Step& step) {
  std::vector<Expr> reads;
  for (const Target& target : assign.targets)
    for (Expr index : target.indices) collectReads(index, reads);
  for (Expr value : assign.values) collectReads(value, reads);
  for (Expr read : reads) {
    const Variable* array = read->arg(0)->variable();
    if (!array->array->canRace() && !options_.checkBounds) continue;
    Access access = elementAccess(AccessKind::Read, array, evaluate(read->arg(1), step.active));
    if (seesValues(access.array)) access.value = contentsAt(access.array, access.offset);
    this->access(access, step);
  }
}

// Only what matters is evaluated.
Execution::Assigned Execution::evaluateAssigned(const Target& target, Expr value,
                                                const PerThread& active) {
  Assigned assigned;
  if (!target.indices.empty()) {
    const KernelArray& array = kernel_.arrays()[kernel_.arrayIndex(target.variable)];
    if (array.array->canRace() || array.influences || options_.checkBounds)
      assigned.index = evaluate(target.indices.front(), active);
    if (kernel_.matters(value)) assigned.value = evaluate(value, active);
  } else if (kernel_.isLocal(target.variable) && kernel_.matters(target.variable)) {
    assigned.value = evaluate(value, active);
  }
  return assigned;
}

void Execution::store(std::size_t array, const Assigned& assigned, const Step& step) {
  const Variable* variable = kernel_.arrays()[array].array->variable;
  const AddressSpace space = variable->array->space;
  if (space == AddressSpace::Constant && isChecks() && step.pass.check) {
    ErrorCondition error;
    error.kind = FindingKind::ConstantWrite;
    error.condition = running(step.active)[0];
    error.statement = &step.statement;
    error.array = array;
    report(std::move(error));
  }
  if (!assigned.index[0]) return;
  Access access = elementAccess(AccessKind::Write, variable, assigned.index);
  access.value = assigned.value;
  if (seesValues(array)) access.previous = contentsAt(array, assigned.index);
  this->access(access, step);

  const bool kept = options_.kept[array] || space == AddressSpace::Private;
  if (!kept || isSummary()) return;
  // Other threads of the warp store here as well, whether this pair does or not.
  if (options_.warpSync > 0 && variable->array->canRace()) forget(array, terms_.yes());
  const PerThread running = this->running(step.active);
  for (unsigned t = 0; t < threads(); ++t) {
    const Expr value =
        assigned.value[t] ? assigned.value[t] : terms_.fresh("stored", variable->type->range());
    const Contents after =
        contentsPool_.write(state_.contents[t][array], running[t], assigned.index[t], value);
    state_.contents[t][array] = after;
    if (sameContents(array)) state_.contents[1 - t][array] = after;
  }
}

// Whether a race on the array depends on what is read and written: it may be benign.
bool Execution::seesValues(std::size_t array) const {
  return options_.kept[array] && options_.benignTolerance && isRaces();
}

// A whole-array copy takes the contents over where all threads surely make it and both arrays are
// kept; else the target may hold anything.
void Execution::copyArray(std::size_t target, Expr source, const PerThread& active) {
  const PerThread running = this->running(active);
  const bool always = running[0]->isTrue() && running[threads() - 1]->isTrue();
  const bool known = source->op() == Op::Variable && options_.kept[target] &&
                     options_.kept[kernel_.arrayIndex(source->variable())];
  if (!always || !known) {
    forget(target, terms_.yes());
    return;
  }
  const std::size_t from = kernel_.arrayIndex(source->variable());
  for (unsigned t = 0; t < 2; ++t)
    state_.contents[t][target] = state_.contents[sameContents(target) ? 0 : t][from];
}

void Execution::assignVariable(const Variable* variable, const PerThread& active,
                               const PerThread& values) {
  const std::size_t index = kernel_.indexOf(variable);
  for (unsigned t = 0; t < threads(); ++t) {
    Expr& current = state_.values[t][index];
    current = !current || kernel_.isTemporary(variable) ? values[t]
                                                        : terms_.ite(active[t], values[t], current);
  }
  if (threads() == 1) state_.values[1][index] = state_.values[0][index];
}

void Execution::havocVariable(const Variable* variable, const PerThread& active) {
  if (kernel_.isLocal(variable)) {
    if (!kernel_.matters(variable)) return;
    PerThread values{};
    for (unsigned t = 0; t < threads(); ++t) values[t] = anyValue(kernel_.indexOf(variable));
    assignVariable(variable, active, values);
  } else if (variable->array) {
    const std::size_t a = kernel_.arrayIndex(variable);
    atomicResults_.erase(a);
    forget(a, terms_.yes());
  }
}

//--- Assertions -----------------------------------------------------------------------------

void Execution::checkAssertion(const Assert& check, const Step& step) {
  if (check.isMarker()) return;
  if (check.kind == Assert::Kind::Invariant) return;  // with the loop
  if (check.candidate) return;                        // an assertion only to be tried says nothing
  // What speaks of pending accesses is exact in form Races only.
  if (mentionsPending(check.condition) != isRaces()) return;
  const PerThread running = this->running(step.active);
  PerThread holds{};
  for (unsigned t = 0; t < threads(); ++t) {
    const Expr condition = evaluate(check.condition, t, step.active);
    holds[t] = check.predicated ? terms_.implies(running[t], condition)
                                : terms_.lor(state_.paused[t], condition);
  }
  if (step.pass.check) {
    ErrorCondition error;
    error.kind =
        check.kind == Assert::Kind::BadPointerAccess               ? FindingKind::NullPointer
        : hasAttribute(step.statement.attributes, "precondition")  ? FindingKind::Precondition
        : hasAttribute(step.statement.attributes, "postcondition") ? FindingKind::Postcondition
                                                                   : FindingKind::Assertion;
    error.condition = terms_.lnot(holds[0]);
    error.statement = &step.statement;
    error.message = toString(kernel_.program(), check.condition);
    report(std::move(error));
  }
  if (!mentionsPending(check.condition))
    for (unsigned t = 0; t < threads(); ++t) assume(holds[t]);
}

//--- Calls ----------------------------------------------------------------------------------

void Execution::call(const Call& call, const Step& step) {
  switch (call.callee->role) {
    case Procedure::Role::Barrier:
    case Procedure::Role::GridBarrier: barrier(call, step); break;
    case Procedure::Role::BarrierInvariant:
    case Procedure::Role::BinaryBarrierInvariant: barrierInvariant(call, step); break;
    case Procedure::Role::AtomicOp: atomic(call, step); break;
    case Procedure::Role::AsyncCopy: asyncCopy(call, step); break;
    case Procedure::Role::WaitEvents: waitEvents(call, step); break;
    default: contractCall(call, step); break;
  }
}

//--- Atomics --------------------------------------------------------------------------------

void Execution::atomic(const Call& call, const Step& step) {
  const PerThread offset = evaluate(call.args[1], step.active);
  const Variable* array = call.args[0]->variable();
  const Access access = elementAccess(AccessKind::Atomic, array, offset);
  this->access(access, step);
  Variable* result = call.results.front();
  if (!kernel_.matters(result) || !kernel_.isLocal(result)) return;
  havocVariable(result, step.active);
  const KernelArray& info = kernel_.arrays()[access.array];
  if (!info.monotonic || isSummary()) return;
  const bool shared = array->array->space == AddressSpace::GroupShared;
  for (unsigned t = 0; t < threads(); ++t) {
    const AtomicResult mine{step.active[t], offset[t], state_.values[t][kernel_.indexOf(result)],
                            t};
    for (const AtomicResult& other : atomicResults_[access.array]) {
      if (shared && pair_.mode == Mode::Inter && other.thread != t) continue;
      assume(terms_.implies(
          terms_.land(mine.active, other.active, terms_.equal(mine.offset, other.offset)),
          terms_.lnot(terms_.equal(mine.result, other.result))));
    }
    atomicResults_[access.array].push_back(mine);
  }
}

//--- Asynchronous copies --------------------------------------------------------------------

// The whole group makes a copy, and waits for it, together and with the same arguments.
void Execution::checkTogether(const Call& call, const Step& step) {
  if (!isChecks() || !step.pass.check || pair_.mode != Mode::Intra) return;
  const PerThread running = this->running(step.active);
  Expr together = terms_.equal(running[0], running[1]);
  for (Expr arg : call.args)
    if (!arg->type()->isMap())
      together = terms_.land(
          together, terms_.implies(running[0], terms_.equal(evaluate(arg, 0, step.active),
                                                            evaluate(arg, 1, step.active))));
  const Expr nobodyPaused =
      terms_.land(terms_.lnot(state_.paused[0]), terms_.lnot(state_.paused[1]));
  ErrorCondition error;
  error.kind = FindingKind::Async;
  error.condition = terms_.land(nobodyPaused, terms_.lnot(together));
  error.statement = &step.statement;
  report(std::move(error));
}

void Execution::asyncCopy(const Call& call, const Step& step) {
  checkTogether(call, step);
  const Variable* destination = call.results[1];
  const Variable* source = call.args[1]->variable();
  PerThread handle{};
  const Expr created = terms_.fresh("event", call.args[4]->type());
  const Expr none = terms_.number(0, created->type());
  assume(terms_.lnot(terms_.equal(created, none)));
  for (unsigned t = 0; t < threads(); ++t) {
    const Expr given = evaluate(call.args[4], t, step.active);
    const Expr own =
        pair_.mode == Mode::Inter && t == 1 ? terms_.fresh("event", call.args[4]->type()) : created;
    handle[t] = terms_.ite(terms_.equal(given, none), own, given);
  }
  auto copy = [&](AccessKind kind, const Variable* array, Expr offset) {
    Access access;
    access.kind = kind;
    access.array = kernel_.arrayIndex(array);
    access.handle = handle;
    const Expr watched = watchedOffset(offset->type());
    for (unsigned t = 0; t < threads(); ++t) {
      const Expr first = evaluate(offset, t, step.active);
      const Expr count = evaluate(call.args[3], t, step.active);
      access.touches[t] = terms_.less(terms_.sub(watched, first), count, false);
      if (t == 0 && options_.checkBounds && isChecks() && step.pass.check)
        checkBounds(access.array, first, count, step.statement, this->running(step.active)[0]);
    }
    this->access(access, step);
  };
  copy(AccessKind::Read, source, call.args[2]);
  copy(AccessKind::Write, destination, call.args[0]);
  havocVariable(destination, step.active);
  const Variable* result = call.results[0];
  if (kernel_.isLocal(result) && kernel_.matters(result))
    assignVariable(result, step.active, handle);
}

void Execution::waitEvents(const Call& call, const Step& step) {
  if (isSummary()) return;
  checkTogether(call, step);
  const PerThread running = this->running(step.active);
  const Expr handle = evaluate(call.args[0], 0, step.active);
  const Expr together = terms_.land(running[0], threads() == 2 ? running[1] : terms_.yes());
  for (Pending& pending : state_.pending) {
    auto complete = [&](Expr& slot, Expr slotHandle) {
      if (!slotHandle || pair_.mode == Mode::Inter) return terms_.no();
      const Expr done = terms_.land(slot, together, terms_.equal(slotHandle, handle));
      slot = terms_.land(slot, terms_.lnot(done));
      return done;
    };
    const Expr read = complete(pending.asyncRead, pending.asyncReadHandle);
    const Expr written = complete(pending.asyncWrite, pending.asyncWriteHandle);
    if (!options_.asyncNeedsBarrier) continue;
    pending.read = terms_.lor(pending.read, read);
    pending.write = terms_.lor(pending.write, written);
    pending.writeChanged = terms_.lor(pending.writeChanged, written);
  }
}

}  // namespace barricade
