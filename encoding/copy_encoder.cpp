#include "encoding/copy_encoder.h"

#include "analysis/counters.h"

namespace barricade {
namespace {

// Both as wide as the wider one.
void widen(Terms& terms, Expr& a, Expr& b) {
  if (!a->type()->isBitVector() || !b->type()->isBitVector()) return;
  const unsigned width = std::max(a->type()->width(), b->type()->width());
  a = a->type()->width() < width ? terms.zeroExtend(a, width) : a;
  b = b->type()->width() < width ? terms.zeroExtend(b, width) : b;
}

}  // namespace

void CopyEncoder::start(const Call& call, const Step& step) {
  const Synchronization& what = *call.callee->synchronization;
  auto argument = [&](SyncParameter parameter) {
    const auto position = what.position(parameter);
    return position ? evaluator_.evaluate(call.args[*position], step.path) : PerThread{};
  };
  auto indexOf = [&](SyncParameter parameter) { return call.args[*what.position(parameter)]; };
  const PerThread elements = argument(SyncParameter::Elements);
  const Variable* source = call.args[*what.position(SyncParameter::Source)]->variable();
  const Variable* destination = call.results.front();
  access(
      AccessKind::Read, source,
      {argument(SyncParameter::SourceOffset), elements, {}, indexOf(SyncParameter::SourceOffset)},
      call, step);
  access(AccessKind::Write, destination,
         {argument(SyncParameter::DestinationOffset), elements, argument(SyncParameter::Zeros),
          indexOf(SyncParameter::DestinationOffset)},
         call, step);
  assignments_.havoc(destination, step.path);
}

void CopyEncoder::access(AccessKind kind, const Variable* array, const Range& range,
                         const Call& call, const Step& step) {
  Access access;
  access.kind = kind;
  access.array = run_.kernel.arrayIndex(array);
  for (unsigned t = 0; t < run_.threads(); ++t) access.touches[t] = covers(range, t);
  const bool single =
      range.elements[0]->isLiteral() && range.elements[0]->value() == 1 && !range.zeros[0];
  const bool bounded = run_.isChecks() && run_.subject.checksBounds(array, range.index);
  if (single) access.offset = range.first;
  access.bounded = single && bounded;
  access.copy = copyOf(call);
  if (!single && bounded && step.pass.check)
    monitor_.checkBounds(access.array, range.first[0], range.elements[0], step.statement,
                         run_.running(step.path)[0]);
  monitor_.access(access, step);
}

// The group that a copy belongs to now, or the arrival whose phase waits for it: none does for
// bytes that have not been announced.
ThreadCopy CopyEncoder::copyOf(const Call& call) const {
  Terms& terms = run_.terms;
  const Counters& counters = run_.kernel.counters();
  auto value = [&](const Variable* counter) {
    return evaluator_.currentValue(run_.kernel.indexOf(counter), 0);
  };
  const auto channel = counters.channelOf(run_.kernel.procedure(), call);
  if (!channel) {
    const std::size_t series = seriesOfGroups(call.callee->synchronization->bulk);
    return {series, value(counters.copies[series]->committed)};
  }
  const Channel& objects = counters.channels[*channel];
  const Expr announced = value(objects.announced);
  const Expr never = terms.number((BigInt(1) << 64) - 1, announced->type());
  return {seriesOfChannel(*channel), terms.ite(value(objects.enough), announced, never)};
}

// Whether the range contains the watched element.
Expr CopyEncoder::covers(const Range& range, unsigned thread) const {
  Terms& terms = run_.terms;
  Expr distance = terms.sub(run_.watchedOffset(range.first[thread]->type()), range.first[thread]);
  Expr elements = range.elements[thread];
  widen(terms, distance, elements);
  const Expr copied = terms.less(distance, elements, false);
  if (!range.zeros[thread]) return copied;
  Expr past = terms.sub(distance, elements);
  Expr zeros = range.zeros[thread];
  widen(terms, past, zeros);
  return terms.lor(copied, terms.less(past, zeros, false));
}

void CopyEncoder::wait(const Call& call, const Step& step) {
  if (!step.pass.log && !step.pass.check) return;
  const Synchronization& what = *call.callee->synchronization;
  const CopyCounters& counters = *run_.kernel.counters().copies[what.bulk ? 1 : 0];
  auto value = [&](const Variable* counter) {
    return evaluator_.currentValue(run_.kernel.indexOf(counter), 0);
  };
  PendingCopies::Ended ended;
  ended.series = seriesOfGroups(what.bulk);
  ended.read = value(counters.haveRead);
  if (!what.reads) ended.written = value(counters.ended);
  ended.condition = run_.running(step.path)[0];
  monitor_.copies().end(ended);
}

}  // namespace barricade
