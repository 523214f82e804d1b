// Asynchronous copies of single threads. A copy is an actor of its own in the clocks: what it does
// comes after what its thread did before it, and before what its thread does after the wait.
// The elements move late, at the wait, or at some turn before it.
#include <algorithm>

#include "interpreter/interleaving.h"

namespace barricade {

bool Interleaving::startCopy(Strand& strand) {
  constexpr std::uint64_t largest = 1u << 20;
  const SyncOperation& operation = *strand.operation;
  Copy copy;
  copy.operation = &operation;
  copy.thread = strand.thread->number;
  copy.destination = argument(strand, SyncParameter::DestinationOffset);
  copy.source = argument(strand, SyncParameter::SourceOffset);
  copy.elements = argument(strand, SyncParameter::Elements);
  copy.zeros = argument(strand, SyncParameter::Zeros);
  if (copy.elements > largest || copy.zeros > largest) {
    stop(RunStatus::TooLarge, "a copy of more than " + std::to_string(largest) + " elements at " +
                                  positionOf(operation.site, strand.thread->context));
    return false;
  }
  result_.steps += copy.elements + copy.zeros;
  if (operation.what->position(SyncParameter::Object)) {
    copy.object = objectKey(strand);
    if (!copy.object) return false;
  }
  CopySeries& series = copy.object            ? strand.toObjects[*copy.object]
                       : operation.what->bulk ? strand.bulk
                                              : strand.plain;
  if (series.actor == 0) {
    series.actor = actors_++;
    series.writer = actors_++;
  }
  ++strand.epoch;  // what the thread does from now on, the copy does not come after
  copy.actor = series.actor;
  copy.writer = series.writer;
  copy.epoch = ++series.started;
  const std::uint32_t from = *operation.parameter(SyncParameter::Source);
  const std::uint32_t to = operation.results[0];
  for (std::uint64_t k = 0; k < copy.elements; ++k)
    record(strand, {from, copy.source + k, operation.sourceSite, AccessKind::Read, false}, &copy);
  for (std::uint64_t k = 0; k < copy.elements + copy.zeros; ++k)
    record(strand, {to, copy.destination + k, operation.site, AccessKind::Write, true}, &copy);
  if (traced_)
    trace(TraceStep::Kind::AsyncCopy, *strand.thread, operation.site, code_.arrays[to].variable,
          copy.destination, copy.elements);
  series.copies.push_back(copy);
  if (copy.object) objectCopies_.push_back(copy.thread);
  return true;
}

void Interleaving::perform(Copy& copy) {
  if (copy.done) return;
  copy.done = true;
  enterGroup(*strands_[copy.thread].group);
  ArrayStore& from = storeOf(*copy.operation->parameter(SyncParameter::Source));
  const std::uint32_t destination = copy.operation->results[0];
  ArrayStore& to = storeOf(destination);
  const unsigned limbs = to.limbs();
  for (std::uint64_t k = 0; k < copy.elements + copy.zeros; ++k) {
    const std::uint32_t target = to.slot(copy.destination + k);
    if (k < copy.elements) {
      const std::uint32_t source = from.slot(copy.source + k);
      std::copy_n(from.at(source), limbs, to.at(target));
    } else {
      std::fill_n(to.at(target), limbs, 0);
    }
    if (hasCells_[destination]) cells_.erase(cellKey(destination, target));
  }
}

bool Interleaving::commitCopies(Strand& strand) {
  CopySeries& series = strand.operation->what->bulk ? strand.bulk : strand.plain;
  series.committed.push_back(series.started);
  return true;
}

// All copies of the series up to that epoch have happened before what the thread does now.
void Interleaving::finishCopies(Strand& strand, CopySeries& series, std::uint32_t epoch) {
  const SyncOperation& operation = *strand.operation;
  for (Copy& copy : series.copies)
    if (copy.epoch <= epoch) perform(copy);
  enterGroup(*strand.group);
  std::erase_if(series.copies, [](const Copy& copy) { return copy.done; });
  if (series.actor == 0 || epoch == 0) return;
  strand.clock.raise(series.actor, epoch);
  if (!operation.what->reads) strand.clock.raise(series.writer, epoch);
}

bool Interleaving::waitCopies(Strand& strand) {
  const Synchronization& what = *strand.operation->what;
  CopySeries& series = what.bulk ? strand.bulk : strand.plain;
  ++strand.interval;
  if (what.all) {
    finishCopies(strand, series, series.started);
    return true;
  }
  const std::uint64_t left = argument(strand, SyncParameter::Groups);
  if (series.committed.size() > left)
    finishCopies(strand, series, series.committed[series.committed.size() - 1 - left]);
  return true;
}

// {:mbarrier "copies"}: an arrival that comes when the thread's copies are done.
bool Interleaving::arriveAfterCopies(Strand& strand) {
  const auto key = objectKey(strand);
  if (!key) return false;
  PendingArrival arrival{strand.thread->number, *key, strand.plain.started, {}, strand.operation};
  // The copies are ordered, not what the thread does beside them: it has not arrived itself.
  if (strand.plain.actor != 0) {
    arrival.clock.raise(strand.plain.actor, arrival.epoch);
    arrival.clock.raise(strand.plain.writer, arrival.epoch);
  }
  arrivals_.push_back(std::move(arrival));
  return true;
}

// Something that happens by itself: a bulk copy, or the arrival of copies. With `any` the oldest,
// else one by chance.
bool Interleaving::performSomeCopy(bool any) {
  const std::size_t count = objectCopies_.size() + arrivals_.size();
  if (count == 0) return false;
  const std::size_t which = any && !random_ ? 0 : chance() % count;
  Group* running = group_;
  if (which < objectCopies_.size()) {
    Strand& strand = strands_[objectCopies_[which]];
    objectCopies_.erase(objectCopies_.begin() + static_cast<std::ptrdiff_t>(which));
    for (auto& [key, series] : strand.toObjects) {
      if (series.copies.empty()) continue;
      Copy copy = series.copies.front();
      series.copies.erase(series.copies.begin());
      perform(copy);
      copied(copy);
      break;
    }
  } else {
    const std::size_t index = which - objectCopies_.size();
    PendingArrival arrival = std::move(arrivals_[index]);
    arrivals_.erase(arrivals_.begin() + static_cast<std::ptrdiff_t>(index));
    Strand& strand = strands_[arrival.thread];
    for (Copy& copy : strand.plain.copies)
      if (copy.epoch <= arrival.epoch) perform(copy);
    arrive(strand, *arrival.operation, arrival.object, 1, &arrival.clock);
  }
  if (running != nullptr) enterGroup(*running);
  return true;
}

}  // namespace barricade
