#include "encoding/signal_recorder.h"

#include "encoding/participation.h"

namespace barricade {

SignalEvent SignalRecorder::begin(SignalEvent::Kind kind, const Step& step) const {
  SignalEvent event;
  event.kind = kind;
  event.statement = &step.statement;
  event.performer = performerOf(step.statement);
  event.running = run_.running(step.path);
  // Lanes of one warp have one first lane, which would be told of twice.
  if (event.performer != Performer::Own && run_.pair.mode == Mode::Intra)
    for (Expr& runs : event.running)
      runs = run_.terms.land(runs, run_.terms.lnot(Participation(run_).sameWarp()));
  event.loggedBefore = run_.state.logged;
  event.eventsBefore = run_.record.events.size();
  return event;
}

void SignalRecorder::record(SignalEvent event) {
  event.logged = run_.state.logged;
  event.assumption = run_.state.assumption;
  event.events = run_.record.events.size();
  run_.record.signals.push_back(std::move(event));
}

SignalEvent SignalRecorder::beginAtomic(const Call& call, const PerThread& offset,
                                        const Step& step) {
  SignalEvent event = begin(SignalEvent::Kind::Atomic, step);
  if (!call.atomic || !isActive()) return event;
  event.array = run_.kernel.arrayIndex(call.args[0]->variable());
  event.meaning = meaningOf(call);
  event.offset = offset;
  event.narrow = monitor_.isNarrow(call.atomic->scope);
  event.order = call.atomic->order;
  const AtomicMeaning& meaning = event.meaning;
  for (unsigned t = 0; t < 2; ++t) {
    if (meaning.written) event.written[t] = evaluator_.evaluate(meaning.written, t, step.path);
    if (meaning.bound) event.bound[t] = evaluator_.evaluate(meaning.bound, t, step.path);
    if (meaning.expected) event.expected[t] = evaluator_.evaluate(meaning.expected, t, step.path);
  }
  return event;
}

void SignalRecorder::atomic(SignalEvent event, const Call& call) {
  if (!call.atomic || !isActive()) return;
  Terms& terms = run_.terms;
  const Variable* result = call.results.front();
  for (unsigned t = 0; t < 2; ++t) {
    event.result[t] = run_.kernel.isLocal(result) && run_.kernel.inSlice(result)
                          ? run_.state.values[t][run_.kernel.indexOf(result)]
                          : terms.fresh("result", result->type);
    event.succeeds[t] =
        event.expected[t] ? terms.equal(event.result[t], event.expected[t]) : terms.yes();
  }
  record(std::move(event));
}

void SignalRecorder::store(SignalEvent event, std::size_t array, const PerThread& offset,
                           const PerThread& value) {
  event.array = array;
  event.offset = offset;
  event.written = value;
  record(std::move(event));
}

void SignalRecorder::fence(const Call& call, const Step& step) {
  const Synchronization& primitive = *call.callee->synchronization;
  SignalEvent event = begin(SignalEvent::Kind::Fence, step);
  auto flag = [&](SyncParameter parameter, unsigned t) {
    const auto position = primitive.position(parameter);
    return position ? run_.terms.isNonZero(evaluator_.evaluate(call.args[*position], t, step.path))
                    : run_.terms.yes();
  };
  for (unsigned t = 0; t < 2; ++t) {
    event.local[t] = flag(SyncParameter::LocalFence, t);
    event.global[t] = flag(SyncParameter::GlobalFence, t);
  }
  event.narrow = monitor_.isNarrow(primitive.scope);
  event.order = primitive.order;
  event.ofAll = isOfAll(step.statement);
  record(std::move(event));
}

void SignalRecorder::warpBarrier(const Step& step) {
  SignalEvent event = begin(SignalEvent::Kind::Barrier, step);
  event.local = event.global = {run_.terms.yes(), run_.terms.yes()};
  record(std::move(event));
}

void SignalRecorder::barrier(const Event& barrier, const Step& step) {
  SignalEvent event = begin(SignalEvent::Kind::Barrier, step);
  for (unsigned t = 0; t < 2; ++t)
    event.running[t] = run_.terms.land(barrier.running[t], barrier.enabled);
  event.local = barrier.localFence;
  event.global = barrier.globalFence;
  record(std::move(event));
}

}  // namespace barricade
