#include "encoding/access_monitor.h"

#include "encoding/monitor_choice.h"

namespace barricade {

AccessMonitor::AccessMonitor(PairRun& run) : run_(run), copies_(run), order_(run) {
  const std::size_t arrays = run_.kernel.arrays().size();
  const Expr no = run_.terms.no();
  run_.state.pending.assign(arrays, Pending{no, no, no, no, no, no, no, no});
  watchedValue_.assign(arrays, nullptr);
}

bool AccessMonitor::observes(std::size_t a) const {
  const KernelArray& array = run_.kernel.arrays()[a];
  if (!run_.isRaces() || !array.array->canRace() || array.readOnly()) return false;
  // A thread alone races with its own copies only.
  if (run_.pair.mode == Mode::Single) return copies_.possible();
  return array.array->space == AddressSpace::Global || run_.pair.mode == Mode::Intra;
}

bool AccessMonitor::isNarrow(Scope scope) const {
  return !(run_.pair.mode == Mode::Inter ? includesOtherBlocks(scope) : includesOwnBlock(scope));
}

Access AccessMonitor::elementAccess(AccessKind kind, const Variable* array, Expr index,
                                    const PerThread& offset) {
  Access access;
  access.kind = kind;
  access.array = run_.kernel.arrayIndex(array);
  access.offset = offset;
  access.bounded = run_.isChecks() && run_.subject.checksBounds(array, index);
  for (unsigned t = 0; t < run_.threads(); ++t)
    access.touches[t] =
        run_.terms.land(run_.terms.equal(offset[t], run_.watchedOffset(offset[t]->type())),
                        run_.owners.isInRange(offset[t]));
  return access;
}

Event AccessMonitor::eventOf(Event::Kind kind, const Access& access, const Step& step,
                             const PerThread& running) const {
  Event event;
  event.kind = kind;
  event.statement = &step.statement;
  event.array = access.array;
  event.access = access.kind;
  event.async = access.isAsync();
  event.threadCopy = access.copy.has_value();
  event.narrow = access.narrow;
  event.neverBenign = access.neverBenign;
  event.together = access.together;
  event.offset = access.offset;
  event.value = access.value;
  if (access.kind == AccessKind::Write && access.value[0] && access.previous[0])
    event.changes = run_.terms.lnot(run_.terms.equal(access.value[0], access.previous[0]));
  event.loops = run_.position;
  for (unsigned t = 0; t < 2; ++t)
    event.running[t] = run_.terms.land(running[t], access.touches[t < run_.threads() ? t : 0]);
  return event;
}

void AccessMonitor::access(const Access& access, const Step& step) {
  const PerThread running = run_.running(step.path);
  if (access.bounded && step.pass.check)
    checkBounds(access.array, access.offset[0], nullptr, step.statement, running[0]);
  if (!observes(access.array) || (!step.pass.log && !step.pass.check)) return;
  if (!access.isAsync()) synchronizeWarp(running);
  auto log = [&] {
    if (!step.pass.log) return;
    const PerThread followed = follow(access, running);
    run_.record.events.push_back(eventOf(Event::Kind::Log, access, step, followed));
    this->log(access, followed);
  };
  auto check = [&](const Access& checked) {
    if (!step.pass.check || !seesOtherThread()) return;
    run_.record.events.push_back(eventOf(Event::Kind::Check, checked, step, running));
    this->check(checked, step.statement, running);
  };
  // A group performs an asynchronous copy once, so that it does not conflict with itself.
  const bool logFirst = !access.handle[0] || run_.pair.mode == Mode::Inter;
  if (step.pass.check) checkOwnCopies(access, step, running);
  if (access.together) check(access);
  if (logFirst) log();
  Access apart = access;
  if (access.together && run_.threads() == 2)
    apart.touches[1] = run_.terms.land(access.touches[1], run_.terms.lnot(access.together));
  check(apart);
  if (!logFirst) log();
}

//--- Logging --------------------------------------------------------------------------------

// Where fences and atomic operations count, only one access of thread 1, of the solver's choice, is
// logged: then what the thread did before it and after it is well-defined.
PerThread AccessMonitor::follow(const Access& access, const PerThread& running) {
  if (!run_.options.order || access.isAsync()) return running;
  Terms& terms = run_.terms;
  Expr& logged = run_.state.logged;
  const Expr touched = terms.land(running[0], access.touches[0], terms.lnot(logged));
  if (touched->isFalse()) return {terms.no(), running[1]};
  const Expr followed = followedIf(terms, touched);
  logged = terms.lor(logged, followed);
  return {followed, running[1]};
}

void AccessMonitor::log(const Access& access, const PerThread& running) {
  Terms& terms = run_.terms;
  Pending& pending = run_.state.pending[access.array];
  Expr touched = terms.land(running[0], access.touches[0]);
  if (touched->isFalse()) return;
  if (!copies_.possible() && pending.isNone()) pending.since = run_.record.events.size() - 1;
  if (order_.possible() && !access.isAsync()) {
    touched = followedIf(terms, touched);
    keepPending(access.array, terms.lnot(touched));
    order_.follow(access.array, touched, order_.stampOf(0));
  }
  Expr logged = touched;
  if (run_.options.benignTolerance && access.value[0] && !access.neverBenign) {
    Expr& watchedValue = watchedValue_[access.array];
    if (!watchedValue) watchedValue = freshWatchedValue(terms, access.value[0]->type());
    const Expr watched = terms.equal(access.value[0], watchedValue);
    logged = terms.land(touched, watched);
    Expr& noneIsBenign = run_.record.noneIsBenign;
    if (access.kind == AccessKind::Read)
      noneIsBenign = terms.land(noneIsBenign, terms.implies(touched, watched));
  }
  if (access.copy) return copies_.add(access.array, access.kind, *access.copy, touched);
  if (access.isAsync()) return logCopy(access, touched);
  switch (access.kind) {
    case AccessKind::Read: {
      Expr& read = access.together ? pending.readByWarp : pending.read;
      read = terms.lor(read, logged);
      break;
    }
    case AccessKind::Atomic:
      pending.atomic = terms.lor(pending.atomic, touched);
      if (access.narrow) pending.narrowAtomic = terms.lor(pending.narrowAtomic, touched);
      break;
    case AccessKind::Write: {
      pending.write = terms.lor(pending.write, logged);
      Expr changed = touched;
      if (run_.options.benignTolerance && access.value[0] && access.previous[0])
        changed = terms.land(touched, terms.lnot(terms.equal(access.value[0], access.previous[0])));
      run_.record.writesChange =
          terms.land(run_.record.writesChange, terms.implies(touched, changed));
      pending.writeChanged = terms.lor(pending.writeChanged, changed);
      break;
    }
  }
}

// Which of several copies of the element is followed is the solver's choice.
void AccessMonitor::logCopy(const Access& access, Expr touched) {
  Terms& terms = run_.terms;
  Pending& pending = run_.state.pending[access.array];
  const bool read = access.kind == AccessKind::Read;
  Expr& slot = read ? pending.asyncRead : pending.asyncWrite;
  Expr& handle = read ? pending.asyncReadHandle : pending.asyncWriteHandle;
  const Expr followed = followedIf(terms, touched);
  slot = terms.lor(slot, followed);
  handle = handle ? terms.ite(followed, access.handle[0], handle) : access.handle[0];
}

//--- Checking -------------------------------------------------------------------------------

void AccessMonitor::check(const Access& access, const Statement& statement,
                          const PerThread& running) {
  Terms& terms = run_.terms;
  Pending& pending = run_.state.pending[access.array];
  const Expr touched = terms.land(running[1], access.touches[1]);
  if (touched->isFalse()) return;
  Expr differs = terms.yes();
  if (run_.options.benignTolerance && access.value[1] && watchedValue_[access.array])
    differs = terms.lnot(terms.equal(access.value[1], watchedValue_[access.array]));
  run_.record.noneIsBenign = terms.land(run_.record.noneIsBenign, terms.implies(touched, differs));

  ErrorCondition error;
  error.kind = FindingKind::Race;
  error.statement = &statement;
  error.event = run_.record.events.size() - 1;
  error.since = pending.since;
  error.array = access.array;
  findConflicts(access, touched, differs, error);
  error.condition = terms.no();
  for (const Conflict& conflict : error.conflicts)
    error.condition = terms.lor(error.condition, conflict.condition);
  if (!error.condition->isFalse()) run_.report(std::move(error));
  // What thread 2 itself has written is what it reads.
  if (run_.options.benignTolerance && access.kind == AccessKind::Write && !access.isAsync())
    pending.writeChanged = terms.land(pending.writeChanged, terms.lnot(touched));
}

// What a thread does before its copy has ended races with it, too.
void AccessMonitor::checkOwnCopies(const Access& access, const Step& step,
                                   const PerThread& running) {
  if (!copies_.possible() || run_.pair.mode == Mode::Inter) return;
  ErrorCondition error;
  error.kind = FindingKind::Race;
  error.statement = &step.statement;
  error.event = run_.record.events.size();
  error.array = access.array;
  copies_.findConflicts(access.array, access.kind, 0,
                        run_.terms.land(running[0], access.touches[0]), error);
  error.condition = run_.terms.no();
  for (const Conflict& conflict : error.conflicts)
    error.condition = run_.terms.lor(error.condition, conflict.condition);
  if (error.condition->isFalse()) return;
  Event event = eventOf(Event::Kind::Check, access, step, running);
  event.own = true;
  event.running[1] = event.running[0];
  event.offset[1] = event.offset[0];
  event.value[1] = event.value[0];
  run_.record.events.push_back(std::move(event));
  run_.report(std::move(error));
}

void AccessMonitor::findConflicts(const Access& access, Expr touched, Expr differs,
                                  ErrorCondition& error) {
  Terms& terms = run_.terms;
  const Pending& pending = run_.state.pending[access.array];
  const Expr unordered = terms.lnot(order_.orders(access.array, access.copy.has_value()));
  auto against = [&](AccessKind kind, Expr slot, bool async = false) {
    const Expr condition = terms.land(touched, slot, async ? terms.yes() : unordered);
    if (!condition->isFalse()) error.conflicts.push_back({kind, async, condition});
  };
  switch (access.kind) {
    case AccessKind::Read:
      // A copy is made for the whole group: it need not see what this thread has written.
      against(AccessKind::Write, access.isAsync() ? pending.write : pending.writeChanged);
      against(AccessKind::Atomic, pending.atomic);
      break;
    case AccessKind::Write:
      against(AccessKind::Write,
              access.neverBenign ? pending.write : terms.land(pending.write, differs));
      against(AccessKind::Read, terms.land(pending.read, differs));
      against(AccessKind::Read,
              terms.land(pending.readByWarp, differs,
                         access.together ? terms.lnot(access.together) : terms.yes()));
      against(AccessKind::Atomic, pending.atomic);
      against(AccessKind::Read, pending.asyncRead, true);
      break;
    case AccessKind::Atomic:
      against(AccessKind::Atomic, access.narrow ? pending.atomic : pending.narrowAtomic);
      against(AccessKind::Write, pending.write);
      against(AccessKind::Read, terms.lor(pending.read, pending.readByWarp));
      against(AccessKind::Read, pending.asyncRead, true);
      break;
  }
  against(AccessKind::Write, pending.asyncWrite, true);
  copies_.findConflicts(access.array, access.kind, 1, touched, error);
}

void AccessMonitor::checkBounds(std::size_t array, Expr first, Expr count,
                                const Statement& statement, Expr running) {
  Terms& terms = run_.terms;
  const Array& declared = *run_.kernel.arrays()[array].array;
  Type type = first->type();
  if (type->isBool()) return;
  if (!count) count = terms.number(1, type);
  ErrorCondition error;
  error.kind = FindingKind::Bounds;
  error.statement = &statement;
  error.array = array;
  error.element = first;
  const Expr zero = terms.number(0, type);
  Expr inside = terms.lessEqual(zero, first, true);
  if (const auto elements = extentOf(declared)) {
    const Expr limit = terms.number(*elements, type);
    inside = terms.land(inside, terms.less(first, limit, true),
                        terms.lessEqual(count, terms.sub(limit, first), false));
  }
  error.condition = terms.land(running, terms.lnot(terms.lor(terms.equal(count, zero), inside)));
  run_.report(std::move(error));
}

//--- What ends accesses ---------------------------------------------------------------------

void AccessMonitor::keepPending(std::size_t array, Expr condition) {
  Pending& pending = run_.state.pending[array];
  for (Expr* slot : {&pending.read, &pending.readByWarp, &pending.write, &pending.writeChanged,
                     &pending.atomic, &pending.narrowAtomic})
    *slot = run_.terms.land(*slot, condition);
}

void AccessMonitor::completeCopies(Expr handle, Expr together) {
  Terms& terms = run_.terms;
  for (Pending& pending : run_.state.pending) {
    auto complete = [&](Expr& slot, Expr slotHandle) {
      if (!slotHandle || run_.pair.mode == Mode::Inter) return terms.no();
      const Expr done = terms.land(slot, together, terms.equal(slotHandle, handle));
      slot = terms.land(slot, terms.lnot(done));
      return done;
    };
    const Expr read = complete(pending.asyncRead, pending.asyncReadHandle);
    const Expr written = complete(pending.asyncWrite, pending.asyncWriteHandle);
    if (!run_.options.asyncNeedsBarrier) continue;
    pending.read = terms.lor(pending.read, read);
    pending.write = terms.lor(pending.write, written);
    pending.writeChanged = terms.lor(pending.writeChanged, written);
  }
}

void AccessMonitor::synchronizeWarp(const PerThread& running) {
  if (run_.options.warpSync == 0 || run_.pair.mode != Mode::Intra || !run_.isRaces()) return;
  Terms& terms = run_.terms;
  auto warp = [&](unsigned t) {
    const auto& id = run_.pair.localId[t];
    const Expr row = terms.add(terms.mul(id[2], run_.launch.groupSize[1]), id[1]);
    const Expr flat = terms.add(terms.mul(row, run_.launch.groupSize[0]), id[0]);
    const Expr size = terms.number(run_.options.warpSync, flat->type());
    const Op division = flat->type()->isInt() ? Op::IntDiv : Op::BvUDiv;
    return terms.rebuild(terms.pool().make(division, flat, size), {flat, size});
  };
  const Expr stays = terms.lnot(terms.land(running[0], running[1], terms.equal(warp(0), warp(1))));
  for (std::size_t a = 0; a < run_.state.pending.size(); ++a) keepPending(a, stays);
}

}  // namespace barricade
