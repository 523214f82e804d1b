#include "encoding/phase_encoder.h"

#include "analysis/counters.h"
#include "encoding/participation.h"
#include "encoding/token.h"

namespace barricade {
namespace {

bool isValuesOnly(Pass pass) {
  return !pass.log && !pass.check;
}

}  // namespace

Expr PhaseEncoder::valueOf(const Variable* counter, unsigned thread) const {
  return run_.state.values[thread][run_.kernel.indexOf(counter)];
}

// `holds` speaks of thread 1.
void PhaseEncoder::require(const Step& step, Expr holds, const std::string& otherwise) {
  if (!run_.isChecks() || !step.pass.check || holds->isTrue()) return;
  run_.report({.kind = FindingKind::Synchronization,
               .condition = run_.terms.land(run_.running(step.path)[0], run_.terms.lnot(holds)),
               .statement = &step.statement,
               .message = otherwise});
}

//--- Halves ---------------------------------------------------------------------------------

void PhaseEncoder::half(const Call& call, const Step& step) {
  if (!isValuesOnly(step.pass))
    checkHalves(call, step, *run_.kernel.counters().channelOf(run_.kernel.procedure(), call));
  if (call.callee->synchronization->waits) memory_.reveal(step.statement, run_.running(step.path));
}

// The counters are those after the call. The halves of both threads come in the order of the text:
// when one waits, the other has arrived.
void PhaseEncoder::checkHalves(const Call& call, const Step& step, std::size_t channel) {
  Terms& terms = run_.terms;
  const Channel& counters = run_.kernel.counters().channels[channel];
  const bool waits = call.callee->synchronization->waits;
  const Expr arrived = valueOf(counters.arrived, 0);
  const Expr waited = valueOf(counters.waited, 0);
  if (waits)
    require(step, terms.lessEqual(waited, arrived, false),
            "the thread may wait without having arrived");
  else
    require(step, terms.equal(arrived, terms.add(waited, terms.number(1, waited->type()))),
            "the thread may arrive twice without waiting in between");
  if (!waits || run_.threads() == 1) return;
  const PerThread running = run_.running(step.path);
  const Expr within = order_.within(channel);
  Expr missing = terms.no();
  for (unsigned t = 0; t < 2; ++t)
    missing = terms.lor(
        missing, terms.land(terms.land(running[t], within), terms.lnot(run_.isExcused(1 - t)),
                            terms.less(valueOf(counters.arrived, 1 - t),
                                       valueOf(counters.waited, t), false)));
  if (run_.isChecks() && step.pass.check)
    run_.report({.kind = FindingKind::Divergence,
                 .condition = terms.land(run_.nobodyPaused(), missing),
                 .statement = &step.statement,
                 .running = running});
  run_.assume(terms.lnot(missing));
}

//--- Named barriers -------------------------------------------------------------------------

void PhaseEncoder::named(const Call& call, const Step& step) {
  checkNamed(call, step);
  if (call.callee->synchronization->waits) memory_.reveal(step.statement, run_.running(step.path));
}

void PhaseEncoder::checkNamed(const Call& call, const Step& step) {
  if (isValuesOnly(step.pass)) return;
  Terms& terms = run_.terms;
  const Synchronization& what = *call.callee->synchronization;
  const Expr id =
      evaluator_.evaluate(call.args[*what.position(SyncParameter::BarrierId)], 0, step.path);
  const Expr count =
      evaluator_.evaluate(call.args[*what.position(SyncParameter::Count)], 0, step.path);
  require(step, terms.less(id, terms.number(16, id->type()), false),
          "there are only 16 named barriers");
  const Expr lanes = Participation(run_).warpSize();
  if (count->isLiteral()) {
    const bool whole = count->value() != 0 && count->value() % lanes->value() == 0;
    require(step, terms.boolean(whole), "the count is no multiple of the warp size");
    if (!whole) return goNoFurther(run_.running(step.path));
  } else {
    require(step, terms.no(), "how many threads the barrier waits for is no constant");
  }
  const auto channel = run_.kernel.counters().channelOf(run_.kernel.procedure(), call);
  if (!channel)
    return require(step, terms.no(), "which named barrier it is is no constant; not followed");
  if (run_.pair.mode == Mode::Single)
    run_.record.channelCalls.push_back(
        {*channel, run_.running(step.path)[0], terms.number(1, id->type()), count, what.waits});
  noteCall(call, step, *channel);
}

//--- Barrier objects ------------------------------------------------------------------------

void PhaseEncoder::object(const Call& call, const Step& step) {
  const Synchronization& what = *call.callee->synchronization;
  accessObject(call, step);
  const auto channel = run_.kernel.counters().channelOf(run_.kernel.procedure(), call);
  const bool arrives = what.primitive == SyncPrimitive::ObjectArrive;
  if (arrives) giveToken(call, step, *channel);
  if (what.primitive == SyncPrimitive::ObjectWait)
    memory_.reveal(step.statement, run_.running(step.path));
  if (isValuesOnly(step.pass)) return;
  if (run_.pair.mode == Mode::Single && what.primitive == SyncPrimitive::ObjectInit)
    noteInit(call, step);
  if (run_.pair.mode == Mode::Single && arrives) {
    const auto weight = what.position(SyncParameter::Arrivals);
    run_.record.channelCalls.push_back(
        {*channel, run_.running(step.path)[0],
         weight ? evaluator_.evaluate(call.args[*weight], 0, step.path)
                : run_.terms.number(1, bitVectorType(32)),
         nullptr, waitsAtOnce(run_.kernel, step.statement), nullptr,
         call.elects ? evaluator_.evaluate(call.elects, 0, step.path) : nullptr});
  }
  if (what.primitive == SyncPrimitive::ObjectInit ||
      what.primitive == SyncPrimitive::ObjectInvalidate)
    return;
  noteCall(call, step, *channel);
  if (run_.kernel.counters().channels[*channel].bytes) checkBytes(what, step, *channel);
}

// A phase waits for the bytes that have been announced, and for no others. Thread 1's copies have
// ended when it has waited for their phase.
void PhaseEncoder::checkBytes(const Synchronization& what, const Step& step, std::size_t channel) {
  const Channel& counters = run_.kernel.counters().channels[channel];
  if (what.primitive == SyncPrimitive::AsyncCopy)
    require(step, valueOf(counters.enough, 0),
            "the bytes of the copy are not announced to " + counters.name() +
                ", which does not wait for them");
  if (what.primitive != SyncPrimitive::ObjectWait) return;
  const Expr left = valueOf(counters.bytes, 0);
  require(step, run_.terms.equal(left, run_.terms.number(0, left->type())),
          counters.name() + " waits for bytes that no copy of the thread brings");
  const Expr waited = valueOf(counters.waited, 0);
  monitor_.copies().end({.series = seriesOfChannel(channel),
                         .written = waited,
                         .read = waited,
                         .condition = run_.running(step.path)[0]});
}

// Who is there does nothing that is looked at any more.
void PhaseEncoder::goNoFurther(const PerThread& there) {
  for (unsigned t = 0; t < run_.threads(); ++t) run_.assume(run_.terms.lnot(there[t]));
}

// The phase that is waited for never completes; "the one before the first" has.
void PhaseEncoder::waitForEver(const Step& step, std::size_t channel) {
  Terms& terms = run_.terms;
  PerThread waiting = run_.running(step.path);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr waited = valueOf(run_.kernel.counters().channels[channel].waited, t);
    waiting[t] =
        terms.land(waiting[t], terms.lnot(terms.equal(waited, terms.number(0, waited->type()))));
  }
  if (run_.isChecks() && step.pass.check)
    run_.report({.kind = FindingKind::Divergence,
                 .condition = waiting[0],
                 .statement = &step.statement,
                 .running = waiting,
                 .message = run_.subject.members[channel].problem});
  goNoFurther(waiting);
}

// All channels that may begin there.
void PhaseEncoder::noteInit(const Call& call, const Step& step) {
  const Synchronization& what = *call.callee->synchronization;
  const Expr offset = call.args[*what.position(SyncParameter::ObjectOffset)];
  const Variable* array = call.args[*what.position(SyncParameter::Object)]->variable();
  const auto& channels = run_.kernel.counters().channels;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (channels[c].array != array) continue;
    if (!channels[c].mayBe(offset)) continue;
    run_.record.channelCalls.push_back(
        {c, run_.running(step.path)[0], nullptr,
         evaluator_.evaluate(call.args[*what.position(SyncParameter::Count)], 0, step.path), false,
         evaluator_.evaluate(offset, 0, step.path)});
  }
}

// Its beginning and end are plain writes, all else is atomic.
void PhaseEncoder::accessObject(const Call& call, const Step& step) {
  const Synchronization& what = *call.callee->synchronization;
  const bool plain = what.primitive == SyncPrimitive::ObjectInit ||
                     what.primitive == SyncPrimitive::ObjectInvalidate;
  const Expr index = call.args[*what.position(SyncParameter::ObjectOffset)];
  Access access =
      monitor_.elementAccess(plain ? AccessKind::Write : AccessKind::Atomic,
                             call.args[*what.position(SyncParameter::Object)]->variable(), index,
                             evaluator_.evaluate(index, step.path));
  access.narrow = !plain && monitor_.isNarrow(what.scope);
  monitor_.access(access, step);
}

// The number of the phase that the arrival belongs to.
void PhaseEncoder::giveToken(const Call& call, const Step& step, std::size_t channel) {
  if (call.results.empty()) return;
  const Variable* result = call.results.front();
  if (!run_.kernel.isLocal(result) || !run_.kernel.inSlice(result)) return;
  const Channel& counters = run_.kernel.counters().channels[channel];
  PerThread token{};
  for (unsigned t = 0; t < run_.threads(); ++t) {
    token[t] = tokenOf(run_.terms, counters, valueOf(counters.arrived, t), result->type);
    if (!token[t]) return assignments_.havoc(result, step.path);
  }
  assignments_.setVariable(result, step.path, token);
}

void PhaseEncoder::noteCall(const Call& call, const Step& step, std::size_t channel) {
  if (channel < run_.subject.members.size()) {
    const ChannelMembers& members = run_.subject.members[channel];
    const Synchronization& what = *call.callee->synchronization;
    if (members.neverComplete && run_.threads() == 2) {
      keepTurns(step, channel);
      const bool named = what.primitive == SyncPrimitive::NamedBarrier;
      if (named || what.primitive == SyncPrimitive::ObjectWait) waitForEver(step, channel);
      return;
    }
    if (!members.problem.empty()) return require(step, run_.terms.no(), members.problem);
  }
  keepTurns(step, channel);
  checks_.note(call, step, channel);
}

void PhaseEncoder::keepTurns(const Step& step, std::size_t channel) {
  const Channel& counters = run_.kernel.counters().channels[channel];
  if (!counters.inTurn) return;
  require(step, valueOf(counters.inTurn, 0),
          "the phases of " + counters.name() + " are not used in turn, which is not followed");
  const PerThread running = run_.running(step.path);
  for (unsigned t = 0; t < run_.threads(); ++t)
    run_.assume(run_.terms.implies(running[t], valueOf(counters.inTurn, t)));
}

}  // namespace barricade
