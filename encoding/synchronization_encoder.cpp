#include "encoding/synchronization_encoder.h"

#include <algorithm>

#include "encoding/handed_result_encoder.h"
#include "encoding/linear_thread.h"

namespace barricade {

void SynchronizationEncoder::execute(const Call& call, const Step& step) {
  const Synchronization& primitive = *call.callee->synchronization;
  switch (primitive.primitive) {
    case SyncPrimitive::Barrier: barrier(call, step); break;
    case SyncPrimitive::WarpBarrier:
    case SyncPrimitive::TileBarrier: {
      const PairParticipants participants = participantsOf(call, step);
      if (!call.site.isNone()) recordSite(call, participants, step);
      checkParticipants(call, participants, step);
      if (primitive.ordersMemory()) {
        if (signals_.isActive() && isOfAll(step.statement)) signals_.warpBarrier(step);
        order(call, participants, step);
      }
      break;
    }
    case SyncPrimitive::NamedBarrier: phases_.named(call, step); break;
    case SyncPrimitive::ObjectInit:
    case SyncPrimitive::ObjectInvalidate:
    case SyncPrimitive::ObjectExpect:
    case SyncPrimitive::ObjectArrive:
    case SyncPrimitive::ObjectWait: phases_.object(call, step); break;
    case SyncPrimitive::Exchange: exchange(call, step); break;
    case SyncPrimitive::ActiveMask: activeMask(call, step); break;
    case SyncPrimitive::AsyncCopy:
      if (primitive.position(SyncParameter::Object)) phases_.object(call, step);
      copies_.start(call, step);
      break;
    case SyncPrimitive::CopyWait: copies_.wait(call, step); break;
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite: {
      const PairParticipants participants = participantsOf(call, step);
      checkParticipants(call, participants, step);
      warpAccesses_.execute(call, participants.together, step);
      break;
    }
    case SyncPrimitive::CopyCommit: break;  // counted (analysis/counters.h)
    case SyncPrimitive::Fence:
      if (signals_.isActive()) signals_.fence(call, step);
      break;
    // Refused or rewritten when the kernel was prepared (analysis/prepare.cpp).
    case SyncPrimitive::ObjectDrop:
    case SyncPrimitive::ObjectCopies:
    case SyncPrimitive::ObjectTest:
    case SyncPrimitive::Exit: assert(false);
  }
}

void SynchronizationEncoder::barrier(const Call& call, const Step& step) {
  const Synchronization& primitive = *call.callee->synchronization;
  if (primitive.arrives != primitive.waits)
    phases_.half(call, step);
  else if (primitive.reduction)
    blockReduction(call, step);
  else
    barriers_.barrier(call, step);
}

PerThread SynchronizationEncoder::argument(const Call& call, SyncParameter parameter,
                                           const Step& step) {
  return evaluator_.evaluate(call.args[*call.callee->synchronization->position(parameter)],
                             step.path);
}

PerThread SynchronizationEncoder::flagArgument(const Call& call, const Step& step) {
  PerThread flag = argument(call, SyncParameter::Flag, step);
  for (unsigned t = 0; t < run_.threads(); ++t) flag[t] = run_.terms.isNonZero(flag[t]);
  return flag;
}

//--- Who comes together ---------------------------------------------------------------------

SynchronizationEncoder::PairParticipants SynchronizationEncoder::participantsOf(const Call& call,
                                                                                const Step& step) {
  Terms& terms = run_.terms;
  PairParticipants participants{{terms.no(), terms.no()}, terms.no()};
  if (run_.pair.mode != Mode::Intra) return participants;
  const PerThread running = run_.running(step.path);
  const bool tile = call.callee->synchronization->primitive == SyncPrimitive::TileBarrier;
  const PerThread group =
      argument(call, tile ? SyncParameter::TileSize : SyncParameter::Mask, step);
  for (unsigned t = 0; t < 2; ++t) {
    const Expr wanted =
        tile ? participation_.sameTile(group[t])
             : terms.land(participation_.sameWarp(), participation_.names(group[t], 1 - t));
    participants.expects[t] = terms.land(running[t], wanted);
  }
  participants.together =
      terms.land(participants.expects[0], participants.expects[1], terms.equal(group[0], group[1]));
  return participants;
}

// Who is asked for comes, unless it has ended and that is excused: else they diverge here, which is
// reported, and go no further. (Calls with one mask in different arms of a branch would match, too;
// they are not followed, so that this is a possible divergence.)
void SynchronizationEncoder::checkParticipants(const Call& call,
                                               const PairParticipants& participants,
                                               const Step& step) {
  Terms& terms = run_.terms;
  if (call.callee->synchronization->position(SyncParameter::Mask))
    checkOwnLane(call, argument(call, SyncParameter::Mask, step), step);
  if (run_.pair.mode == Mode::Intra && lanesComeTogether(step.statement))
    for (unsigned t = 0; t < 2; ++t)
      run_.assume(terms.implies(participants.expects[t], run_.running(step.path)[1 - t]));
  const Expr enabled = run_.isEnabled(call);
  const bool isChecked = run_.isChecks() && step.pass.check;
  Expr missing = terms.no();
  for (unsigned t = 0; t < 2; ++t) {
    const Expr alone = terms.land(participants.expects[t], terms.lnot(participants.together));
    const Expr excused = run_.isExcused(1 - t);
    if (isChecked) run_.goWithoutEnded(terms.land(enabled, alone, excused));
    missing = terms.lor(missing, terms.land(alone, terms.lnot(excused)));
  }
  if (step.pass.check)
    PhaseChecks(run_).stop({terms.land(enabled, participants.expects[0]),
                            terms.land(enabled, participants.expects[1])},
                           0);
  if (isChecked) {
    const Expr alone = terms.land(run_.nobodyPaused(), missing);
    run_.report({.kind = FindingKind::Divergence,
                 .condition = terms.land(enabled, alone),
                 .statement = &step.statement,
                 .running = run_.running(step.path),
                 .ifEnabled = terms.land(run_.state.assumption, alone)});
  }
  run_.assume(terms.implies(enabled, terms.lnot(missing)));
}

// Where a repair may place a barrier of the warp: what its clauses need to know.
void SynchronizationEncoder::recordSite(const Call& call, const PairParticipants& participants,
                                        const Step& step) {
  if (!step.pass.log && !step.pass.check) return;
  Event event;
  event.kind = Event::Kind::Barrier;
  event.statement = &step.statement;
  event.running = run_.running(step.path);
  event.enabled = run_.isEnabled(call);
  event.together = participants.together;
  event.expects = participants.expects;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    event.localFence[t] = event.globalFence[t] = run_.terms.yes();
    event.excused[t] = run_.isExcused(t);
  }
  event.loops = run_.position;
  run_.record.events.push_back(std::move(event));
}

void SynchronizationEncoder::checkOwnLane(const Call& call, const PerThread& mask,
                                          const Step& step) {
  if (!run_.isChecks() || !step.pass.check) return;
  const Expr named = participation_.names(mask[0], 0);
  run_.report({.kind = FindingKind::Synchronization,
               .condition = run_.terms.land(run_.running(step.path)[0], run_.terms.lnot(named)),
               .statement = &step.statement,
               .message = "the mask of '" + call.callee->sourceName +
                          "' does not name the calling thread's lane"});
}

void SynchronizationEncoder::order(const Call& call, const PairParticipants& participants,
                                   const Step& step) {
  Terms& terms = run_.terms;
  const Expr enabled = run_.isEnabled(call);
  PerThread running = run_.running(step.path);
  for (unsigned t = 0; t < run_.threads(); ++t) running[t] = terms.land(enabled, running[t]);
  for (std::size_t a = 0; a < run_.kernel.arrays().size(); ++a) {
    const KernelArray& array = run_.kernel.arrays()[a];
    if (!array.array->canRace()) continue;
    if (monitor_.observes(a) && mustFence(call, array.array->space))
      monitor_.keepPending(a, terms.lnot(terms.land(enabled, participants.together)));
  }
  memory_.reveal(step.statement, running);
}

//--- Values ---------------------------------------------------------------------------------

bool SynchronizationEncoder::havocResult(const Call& call, std::size_t index, const Step& step) {
  const Variable* result = call.results[index];
  assignments_.havoc(result, step.path);
  return run_.kernel.isLocal(result) && run_.kernel.inSlice(result);
}

PerThread SynchronizationEncoder::resultOf(const Call& call, std::size_t index) const {
  const std::size_t variable = run_.kernel.indexOf(call.results[index]);
  return {run_.state.values[0][variable], run_.state.values[1][variable]};
}

// __syncthreads_or and its like: all who pass get one value.
void SynchronizationEncoder::blockReduction(const Call& call, const Step& step) {
  barriers_.barrier(call, step);
  const Variable* result = call.results.front();
  if (!run_.kernel.isLocal(result) || !run_.kernel.inSlice(result)) return;
  const PerThread flag = flagArgument(call, step);
  if (*call.callee->synchronization->reduction == BarrierReduction::Count)
    if (const auto count = countOfBlock(run_.running(step.path)[0], flag[0])) {
      const Expr value = run_.terms.number(*count, result->type);
      return assignments_.setVariable(result, step.path, {value, value});
    }
  PerThread value{};
  for (unsigned t = 0; t < run_.threads(); ++t)
    value[t] = t == 1 && run_.pair.mode == Mode::Intra
                   ? value[0]
                   : run_.terms.fresh(result->name, result->type);
  assignments_.setVariable(result, step.path, value);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr any = run_.terms.isNonZero(value[t]);
    const Expr holds = *call.callee->synchronization->reduction == BarrierReduction::And
                           ? run_.terms.implies(any, flag[t])
                           : run_.terms.implies(flag[t], any);
    run_.assume(run_.terms.implies(run_.running(step.path)[t], holds));
  }
}

// For how many of the threads that come a flag is true, where the number of the thread settles
// both, as where producers are counted: then it is so in each block. Both are of thread 1.
std::optional<unsigned> SynchronizationEncoder::countOfBlock(Expr running, Expr flag) const {
  constexpr unsigned mostThreads = 1024;
  const auto& sizes = run_.launch.groupSize;
  if (!std::all_of(sizes.begin(), sizes.end(), [](Expr size) { return size->isLiteral(); }))
    return std::nullopt;
  const unsigned threads = threadsOfBlock(run_.launch, mostThreads);
  if (threads > mostThreads) return std::nullopt;
  const Expr counts = run_.terms.land(running, flag);
  unsigned count = 0;
  for (unsigned x = 0; x < threads; ++x) {
    const Expr mine = ofLinearThread(run_.terms, run_.launch, run_.pair, counts, x);
    if (!mine->isLiteral()) return std::nullopt;
    if (mine->isTrue()) ++count;
  }
  return count;
}

void SynchronizationEncoder::exchange(const Call& call, const Step& step) {
  const PairParticipants participants = participantsOf(call, step);
  checkParticipants(call, participants, step);
  bool needed = false;
  for (std::size_t i = 0; i < call.results.size(); ++i)
    needed = havocResult(call, i, step) || needed;
  if (needed && run_.pair.mode == Mode::Intra) assumeExchanged(call, participants.together, step);
  if (needed && run_.pair.mode == Mode::Inter) assumeOwnLane(call, step);
  if (needed && run_.pair.mode != Mode::Single &&
      call.callee->synchronization->row->exchange == ExchangeFunction::Shuffle)
    handResult(call, participants.together, step);
}

// What holds of a result whoever else there is.
void SynchronizationEncoder::assumeOwnLane(const Call& call, const Step& step) {
  const ExchangeFunction function = call.callee->synchronization->row->exchange;
  if (function == ExchangeFunction::Ballot) assumeOwnVote(call, step);
  if (function != ExchangeFunction::MatchAny) return;
  assumePartOfMask(call, step);
  const PerThread running = run_.running(step.path);
  const PerThread result = resultOf(call, 0);
  for (unsigned t = 0; t < 2; ++t)
    run_.assume(run_.terms.implies(running[t], participation_.names(result[t], t)));
}

void SynchronizationEncoder::assumeExchanged(const Call& call, Expr together, const Step& step) {
  Terms& terms = run_.terms;
  const PerThread running = run_.running(step.path);
  auto assumeEqual = [&](std::size_t i) {
    const PerThread result = resultOf(call, i);
    if (result[0] && result[1])
      run_.assume(terms.implies(together, terms.equal(result[0], result[1])));
  };
  switch (call.callee->synchronization->row->exchange) {
    case ExchangeFunction::Shuffle: shuffle(call, together, step); break;
    case ExchangeFunction::Any:
    case ExchangeFunction::All: {
      assumeEqual(0);
      const PerThread flag = flagArgument(call, step);
      const bool all = call.callee->synchronization->row->exchange == ExchangeFunction::All;
      for (unsigned t = 0; t < 2; ++t) {
        const Expr result = terms.isNonZero(resultOf(call, 0)[t]);
        run_.assume(terms.implies(
            running[t], all ? terms.implies(result, flag[t]) : terms.implies(flag[t], result)));
      }
      break;
    }
    case ExchangeFunction::Ballot: {
      assumeEqual(0);
      assumeOwnVote(call, step);
      assumePartOfMask(call, step);
      const PerThread flag = flagArgument(call, step);
      const PerThread result = resultOf(call, 0);
      for (unsigned t = 0; t < 2; ++t)
        run_.assume(
            terms.implies(together, terms.equal(participation_.names(result[1 - t], t), flag[t])));
      break;
    }
    case ExchangeFunction::MatchAll:
    case ExchangeFunction::ReduceAdd:
    case ExchangeFunction::ReduceMin:
    case ExchangeFunction::ReduceMax:
    case ExchangeFunction::ReduceUnsignedMin:
    case ExchangeFunction::ReduceUnsignedMax:
    case ExchangeFunction::ReduceAnd:
    case ExchangeFunction::ReduceOr:
    case ExchangeFunction::ReduceXor:
      for (std::size_t i = 0; i < call.results.size(); ++i) assumeEqual(i);
      break;
    case ExchangeFunction::MatchAny: {
      const PerThread value = argument(call, SyncParameter::Value, step);
      const PerThread result = resultOf(call, 0);
      const Expr same = terms.equal(value[0], value[1]);
      run_.assume(terms.implies(together, terms.equal(same, terms.equal(result[0], result[1]))));
      assumeDisjoint(result, terms.land(together, terms.lnot(same)));
      assumePartOfMask(call, step);
      for (unsigned t = 0; t < 2; ++t) {
        run_.assume(terms.implies(running[t], participation_.names(result[t], t)));
        const Expr named = participation_.names(result[t], 1 - t);
        run_.assume(terms.implies(together, terms.equal(same, named)));
      }
      break;
    }
    case ExchangeFunction::ShuffleUp:
    case ExchangeFunction::ShuffleDown:
    case ExchangeFunction::ShuffleXor:
    case ExchangeFunction::Opaque: break;
  }
}

void SynchronizationEncoder::assumeDisjoint(const PerThread& masks, Expr condition) {
  Terms& terms = run_.terms;
  const Expr common =
      terms.rebuild(terms.pool().make(Op::BvAnd, masks[0], masks[1]), {masks[0], masks[1]});
  run_.assume(terms.implies(condition, terms.equal(common, terms.number(0, common->type()))));
}

// A result names lanes that the mask names.
void SynchronizationEncoder::assumePartOfMask(const Call& call, const Step& step) {
  if (!call.callee->synchronization->position(SyncParameter::Mask)) return;
  Terms& terms = run_.terms;
  const PerThread running = run_.running(step.path);
  const PerThread mask = argument(call, SyncParameter::Mask, step);
  const PerThread result = resultOf(call, 0);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    if (mask[t]->type() != result[t]->type()) return;
    const Expr both =
        terms.rebuild(terms.pool().make(Op::BvAnd, mask[t], result[t]), {mask[t], result[t]});
    run_.assume(terms.implies(running[t], terms.equal(both, result[t])));
  }
}

// The bit of a thread's own lane.
void SynchronizationEncoder::assumeOwnVote(const Call& call, const Step& step) {
  Terms& terms = run_.terms;
  const PerThread running = run_.running(step.path);
  const PerThread flag = flagArgument(call, step);
  const PerThread result = resultOf(call, 0);
  for (unsigned t = 0; t < 2; ++t)
    run_.assume(
        terms.implies(running[t], terms.equal(participation_.names(result[t], t), flag[t])));
}

// The lane that a thread reads from; nothing where that is not seen.
std::optional<Expr> SynchronizationEncoder::sourceOf(const Call& call, unsigned thread,
                                                     const Step& step) {
  Terms& terms = run_.terms;
  const Expr source = argument(call, SyncParameter::Lane, step)[thread];
  const Expr own = participation_.lane(thread);
  if (source->type() != own->type() || !source->type()->isBitVector()) return std::nullopt;
  if (!call.callee->synchronization->position(SyncParameter::Width)) return source;
  const Expr width = argument(call, SyncParameter::Width, step)[thread];
  if (!width->isLiteral() || width->value() <= 0 || (width->value() & (width->value() - 1)) != 0)
    return std::nullopt;
  const Expr inside = terms.number(width->value() - 1, own->type());
  const auto both = [&](Op op, Expr a, Expr b) {
    return terms.rebuild(terms.pool().make(op, a, b), {a, b});
  };
  return terms.add(terms.sub(own, both(Op::BvAnd, own, inside)), both(Op::BvAnd, source, inside));
}

// The pair's own values are known. Lanes that read from another one get the same value if that one
// surely takes part: the mask names it, it is not behind the pair, where none may be, and has not
// ended.
void SynchronizationEncoder::shuffle(const Call& call, Expr together, const Step& step) {
  Terms& terms = run_.terms;
  const std::optional<Expr> sources[] = {sourceOf(call, 0, step), sourceOf(call, 1, step)};
  if (!sources[0] || !sources[1]) return;
  const PerThread value = argument(call, SyncParameter::Value, step);
  const PerThread result = resultOf(call, 0);
  const PerThread mask = argument(call, SyncParameter::Mask, step);
  if (nobodyHasEnded(step.statement)) {
    const Expr source = *sources[0];
    const Expr exists = terms.lor(terms.lessEqual(source, participation_.lane(0), false),
                                  terms.lessEqual(source, participation_.lane(1), false));
    run_.assume(
        terms.implies(terms.land(terms.land(together, exists), terms.equal(source, *sources[1]),
                                 participation_.namesLane(mask[0], source)),
                      terms.equal(result[0], result[1])));
  }
  for (unsigned t = 0; t < 2; ++t)
    for (unsigned from = 0; from < 2; ++from)
      run_.assume(
          terms.implies(terms.land(together, terms.equal(*sources[t], participation_.lane(from))),
                        terms.equal(result[t], value[from])));
}

// What the source lane has got from an atomic operation, and now hands on, is known of all that get
// it. Of two lanes of one warp with one source it is the same.
void SynchronizationEncoder::handResult(const Call& call, Expr together, const Step& step) {
  const auto handed = run_.subject.handedResults.find(&step.statement);
  if (handed == run_.subject.handedResults.end()) return;
  Terms& terms = run_.terms;
  const PerThread result = resultOf(call, 0);
  const PerThread mask = argument(call, SyncParameter::Mask, step);
  PerThread sources{}, comes{};
  for (unsigned t = 0; t < 2; ++t) {
    const std::optional<Expr> source = sourceOf(call, t, step);
    if (!source) return;
    sources[t] = *source;
    comes[t] = terms.land(step.path[t], participation_.namesLane(mask[t], *source));
  }
  if (!handed->second.namedCome && !nobodyHasEnded(step.statement)) return;
  if (handed->second.namedCome)
    run_.assume(terms.implies(
        terms.land(terms.land(together, comes[0], comes[1]), terms.equal(sources[0], sources[1])),
        terms.equal(result[0], result[1])));
  HandedResultEncoder(run_, evaluator_, participation_)
      .execute(handed->second,
               {comes, sources, result, monitor_.isNarrow(handed->second.atomic->atomic->scope)},
               step);
}

// No lane of the warp has: each thread passes the statement, once, before it ends, or the lanes
// come to it together. (Where the absence of those that have is an error, none has if it goes on.)
bool SynchronizationEncoder::nobodyHasEnded(const Statement& statement) const {
  if (!run_.kernel.procedure().excusesExited || lanesComeTogether(statement)) return true;
  const ControlFlow& flow = run_.kernel.flow();
  const auto block = blockOf(statement);
  return block && flow.innermostLoop(*block) < 0 &&
         flow.postDominates(*block, flow.order().front());
}

bool SynchronizationEncoder::lanesComeTogether(const Statement& statement) const {
  const auto block = blockOf(statement);
  return block && run_.subject.convergence.block(*block);
}

std::optional<unsigned> SynchronizationEncoder::blockOf(const Statement& statement) const {
  for (const auto& block : run_.kernel.procedure().blocks)
    for (const Statement& one : block->statements)
      if (&one == &statement) return block->index;
  return std::nullopt;
}

void SynchronizationEncoder::activeMask(const Call& call, const Step& step) {
  if (!havocResult(call, 0, step)) return;
  Terms& terms = run_.terms;
  const PerThread running = run_.running(step.path);
  const PerThread result = resultOf(call, 0);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    run_.assume(terms.implies(running[t], participation_.names(result[t], t)));
    if (run_.pair.mode != Mode::Intra) continue;
    const Expr present = terms.land(running[1 - t], terms.equal(result[0], result[1]));
    const Expr named =
        terms.land(participation_.sameWarp(), participation_.names(result[t], 1 - t));
    run_.assume(terms.implies(terms.land(running[t], named), present));
  }
  // A lane that both masks name has been there once, with those of one mask.
  if (run_.pair.mode != Mode::Intra || !result[0]->type()->isBitVector()) return;
  const Expr differ = terms.lnot(terms.equal(result[0], result[1]));
  assumeDisjoint(result, terms.land(terms.land(running[0], running[1]),
                                    terms.land(participation_.sameWarp(), differ)));
}

}  // namespace barricade
