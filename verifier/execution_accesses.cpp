// Logging and checking of accesses: thread 1 logs, thread 2 checks; the pair is arbitrary, so by
// symmetry that finds every race. One watched offset, chosen freely by the solver, stands for all
// elements; `pending` says for each array and kind whether thread 1's access to it is pending.
//
// Benign races (GPUVerify's tolerance): with the watched value V, also chosen freely, a logged
// write counts as pending only when it wrote V, a logged read when it saw V; a checked write
// conflicts when its value differs from V. A read conflicts with a pending write that changed what
// was there.
#include "verifier/execution.h"

namespace barricade {

bool Execution::observes(std::size_t a) const {
  const KernelArray& array = kernel_.arrays()[a];
  if (!isRaces() || !array.array->canRace() || array.readOnly()) return false;
  if (pair_.mode == Mode::Single) return false;
  return array.array->space == AddressSpace::Global || pair_.mode == Mode::Intra;
}

Execution::Access Execution::elementAccess(AccessKind kind, const Variable* array,
                                           const PerThread& offset) const {
  Access access;
  access.kind = kind;
  access.array = kernel_.arrayIndex(array);
  access.offset = offset;
  for (unsigned t = 0; t < threads(); ++t)
    access.touches[t] = terms_.equal(offset[t], watchedOffset(offset[t]->type()));
  return access;
}

void Execution::access(const Access& access, const Step& step) {
  const PerThread running = this->running(step.active);
  if (options_.checkBounds && isChecks() && step.pass.check && access.offset[0])
    checkBounds(access.array, access.offset[0], nullptr, step.statement, running[0]);
  if (!observes(access.array) || (!step.pass.log && !step.pass.check)) return;
  if (!access.isAsync()) synchronizeWarp(running);
  // A group performs an asynchronous copy once, so that it does not conflict with itself.
  const bool logFirst = !access.isAsync() || pair_.mode == Mode::Inter;
  auto addEvent = [&](Event::Kind kind) {
    Event event;
    event.kind = kind;
    event.statement = &step.statement;
    event.array = access.array;
    event.access = access.kind;
    event.async = access.isAsync();
    event.active = running;
    event.offset = access.offset;
    event.value = access.value;
    if (access.kind == AccessKind::Write && access.value[0] && access.previous[0])
      event.changes = terms_.lnot(terms_.equal(access.value[0], access.previous[0]));
    event.loops = position_;
    for (unsigned t = 0; t < 2; ++t) event.active[t] = terms_.land(running[t], access.touches[t]);
    events_.push_back(std::move(event));
  };
  auto log = [&] {
    if (!step.pass.log) return;
    addEvent(Event::Kind::Log);
    logAccess(access, running);
  };
  auto check = [&] {
    if (!step.pass.check) return;
    addEvent(Event::Kind::Check);
    checkAccess(access, step.statement, running);
  };
  if (logFirst) log();
  check();
  if (!logFirst) log();
}

void Execution::logAccess(const Access& access, const PerThread& running) {
  Pending& pending = state_.pending[access.array];
  const Expr touched = terms_.land(running[0], access.touches[0]);
  if (touched->isFalse()) return;
  Expr logged = touched;
  if (options_.benignTolerance && access.value[0]) {
    Expr& watchedValue = watchedValue_[access.array];
    if (!watchedValue) watchedValue = terms_.fresh("value", access.value[0]->type());
    const Expr watched = terms_.equal(access.value[0], watchedValue);
    logged = terms_.land(touched, watched);
    if (access.kind == AccessKind::Read)
      noneIsBenign_ = terms_.land(noneIsBenign_, terms_.implies(touched, watched));
  }
  if (access.isAsync()) {
    // Which of several copies of the element is followed is the solver's choice.
    Expr& slot = access.kind == AccessKind::Read ? pending.asyncRead : pending.asyncWrite;
    Expr& handle =
        access.kind == AccessKind::Read ? pending.asyncReadHandle : pending.asyncWriteHandle;
    const Expr followed = terms_.land(touched, terms_.fresh("followed", boolType()));
    slot = terms_.lor(slot, followed);
    handle = handle ? terms_.ite(followed, access.handle[0], handle) : access.handle[0];
    return;
  }
  switch (access.kind) {
    case AccessKind::Read: pending.read = terms_.lor(pending.read, logged); break;
    case AccessKind::Atomic: pending.atomic = terms_.lor(pending.atomic, touched); break;
    case AccessKind::Write: {
      pending.write = terms_.lor(pending.write, logged);
      Expr changed = touched;
      if (options_.benignTolerance && access.value[0] && access.previous[0])
        changed =
            terms_.land(touched, terms_.lnot(terms_.equal(access.value[0], access.previous[0])));
      writesChange_ = terms_.land(writesChange_, terms_.implies(touched, changed));
      pending.writeChanged = terms_.lor(pending.writeChanged, changed);
      break;
    }
  }
}

void Execution::checkAccess(const Access& access, const Statement& statement,
                            const PerThread& running) {
  Pending& pending = state_.pending[access.array];
  const Expr touched = terms_.land(running[1], access.touches[1]);
  if (touched->isFalse()) return;
  Expr differs = terms_.yes();
  if (options_.benignTolerance && access.value[1] && watchedValue_[access.array])
    differs = terms_.lnot(terms_.equal(access.value[1], watchedValue_[access.array]));
  noneIsBenign_ = terms_.land(noneIsBenign_, terms_.implies(touched, differs));

  ErrorCondition error;
  Expr conflict = terms_.no();
  auto against = [&](AccessKind kind, Expr slot, bool async = false) {
    const Expr condition = terms_.land(touched, slot);
    if (condition->isFalse()) return;
    error.conflicts.push_back({kind, async, condition});
    conflict = terms_.lor(conflict, condition);
  };
  switch (access.kind) {
    case AccessKind::Read:
      // A copy is made for the whole group: it need not see what this thread has written.
      against(AccessKind::Write, access.isAsync() ? pending.write : pending.writeChanged);
      against(AccessKind::Atomic, pending.atomic);
      break;
    case AccessKind::Write:
      against(AccessKind::Write, terms_.land(pending.write, differs));
      against(AccessKind::Read, terms_.land(pending.read, differs));
      against(AccessKind::Atomic, pending.atomic);
      against(AccessKind::Read, pending.asyncRead, true);
      break;
    case AccessKind::Atomic:
      against(AccessKind::Write, pending.write);
      against(AccessKind::Read, pending.read);
      against(AccessKind::Read, pending.asyncRead, true);
      break;
  }
  against(AccessKind::Write, pending.asyncWrite, true);
  if (!conflict->isFalse()) {
    error.kind = FindingKind::Race;
    error.condition = conflict;
    error.statement = &statement;
    error.event = events_.size() - 1;
    error.array = access.array;
    report(std::move(error));
  }
  // What thread 2 itself has written is what it reads.
  if (options_.benignTolerance && access.kind == AccessKind::Write && !access.isAsync())
    pending.writeChanged = terms_.land(pending.writeChanged, terms_.lnot(touched));
}

// The elements [first, first + count) of `array` exist, as far as its extent is known. Without
// `count` it is one.
void Execution::checkBounds(std::size_t array, Expr first, Expr count, const Statement& statement,
                            Expr running) {
  const Array& declared = *kernel_.arrays()[array].array;
  Type type = first->type();
  if (type->isBool()) return;
  if (!count) count = terms_.number(1, type);
  ErrorCondition error;
  error.kind = FindingKind::Bounds;
  error.statement = &statement;
  error.array = array;
  const Expr zero = terms_.number(0, type);
  Expr inside = terms_.lessEqual(zero, first, true);
  std::optional<BigInt> elements = BigInt(1);
  for (const auto& dimension : declared.sourceDimensions)
    elements = elements && dimension ? std::optional<BigInt>(*elements * *dimension) : std::nullopt;
  if (elements && *elements > 0 && declared.elementWidth > 0 &&
      !declared.sourceDimensions.empty()) {
    const Expr limit =
        terms_.number(*elements * declared.sourceElementWidth / declared.elementWidth, type);
    inside = terms_.land(inside, terms_.less(first, limit, true),
                         terms_.lessEqual(count, terms_.sub(limit, first), false));
  }
  error.condition =
      terms_.land(running, terms_.lnot(terms_.lor(terms_.equal(count, zero), inside)));
  report(std::move(error));
}

// Threads of a warp that run in lock step finish each statement together: what both did before a
// point where both run is not pending any more. Only with --warp-sync.
void Execution::synchronizeWarp(const PerThread& running) {
  if (options_.warpSync == 0 || pair_.mode != Mode::Intra || !isRaces()) return;
  auto warp = [&](unsigned t) {
    const auto& id = pair_.localId[t];
    const Expr row = terms_.add(terms_.mul(id[2], facts_.groupSize[1]), id[1]);
    const Expr flat = terms_.add(terms_.mul(row, facts_.groupSize[0]), id[0]);
    const Expr size = terms_.number(options_.warpSync, flat->type());
    const Op division = flat->type()->isInt() ? Op::IntDiv : Op::BvUDiv;
    return terms_.rebuild(terms_.pool().make(division, flat, size), {flat, size});
  };
  const Expr stays =
      terms_.lnot(terms_.land(running[0], running[1], terms_.equal(warp(0), warp(1))));
  for (std::size_t a = 0; a < state_.pending.size(); ++a) keepPending(a, stays);
}

void Execution::keepPending(std::size_t array, Expr condition) {
  Pending& pending = state_.pending[array];
  for (Expr* slot : {&pending.read, &pending.write, &pending.writeChanged, &pending.atomic})
    *slot = terms_.land(*slot, condition);
}

}  // namespace barricade
