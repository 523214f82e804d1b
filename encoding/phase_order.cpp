#include "encoding/phase_order.h"

#include "analysis/counters.h"
#include "encoding/participation.h"

namespace barricade {

bool PhaseOrder::possible() const {
  return run_.isRaces() && !run_.kernel.counters().channels.empty();
}

Stamp PhaseOrder::stampOf(unsigned thread) const {
  Stamp stamp;
  for (const Channel& channel : run_.kernel.counters().channels) {
    auto value = [&](const Variable* counter) {
      return run_.state.values[thread][run_.kernel.indexOf(counter)];
    };
    stamp.arrived.push_back(value(channel.arrived));
    stamp.waited.push_back(value(channel.waited));
  }
  return stamp;
}

void PhaseOrder::follow(std::size_t array, Expr condition, Stamp at) {
  if (run_.state.stamps.empty()) run_.state.stamps.resize(run_.kernel.arrays().size());
  Stamp& stamp = run_.state.stamps[array];
  if (stamp.arrived.empty()) {
    stamp = std::move(at);
    return;
  }
  for (std::size_t c = 0; c < at.arrived.size(); ++c) {
    stamp.arrived[c] = run_.terms.ite(condition, at.arrived[c], stamp.arrived[c]);
    stamp.waited[c] = run_.terms.ite(condition, at.waited[c], stamp.waited[c]);
  }
}

Expr PhaseOrder::orders(std::size_t array, bool starts) const {
  Terms& terms = run_.terms;
  if (!possible() || run_.state.stamps.empty() || run_.state.stamps[array].arrived.empty())
    return terms.no();
  const Stamp& at = run_.state.stamps[array];
  const Stamp first = stampOf(0);
  const Stamp second = stampOf(1);
  Expr ordered = starts ? terms.no() : ordersBefore(array, at.waited);
  const auto& channels = run_.kernel.counters().channels;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (!reaches(channels[c], array)) continue;
    Expr isAfter =
        terms.land(within(c), takesPart(c, 0), terms.less(at.arrived[c], second.waited[c], false));
    // Of threads that have ended a barrier has not waited for an arrival.
    if (isHalves(c))
      isAfter = terms.land(isAfter, terms.less(at.arrived[c], first.arrived[c], false));
    ordered = terms.lor(ordered, isAfter);
  }
  return ordered;
}

Expr PhaseOrder::ordersBefore(std::size_t array, const std::vector<Expr>& waited) const {
  Terms& terms = run_.terms;
  Expr ordered = terms.no();
  const Stamp second = stampOf(1);
  const auto& channels = run_.kernel.counters().channels;
  for (std::size_t c = 0; c < channels.size() && !waited.empty(); ++c)
    if (reaches(channels[c], array) && !isHalves(c))
      ordered = terms.lor(ordered, terms.land(within(c), takesPart(c, 1),
                                              terms.less(second.arrived[c], waited[c], false)));
  return ordered;
}

bool PhaseOrder::reaches(const Channel& channel, std::size_t array) const {
  return run_.kernel.arrays()[array].array->space == AddressSpace::Global ? channel.ordersGlobal
                                                                          : channel.ordersLocal;
}

bool PhaseOrder::isHalves(std::size_t channel) const {
  return run_.kernel.counters().channels[channel].kind == Channel::Kind::Halves;
}

Expr PhaseOrder::within(std::size_t channel) const {
  const Channel& which = run_.kernel.counters().channels[channel];
  return Participation(run_).within(isHalves(channel) ? which.scope : Scope::Block);
}

Expr PhaseOrder::takesPart(std::size_t channel, unsigned thread) const {
  if (isHalves(channel)) return run_.terms.yes();
  if (channel >= run_.subject.members.size()) return run_.terms.no();
  const ChannelMembers& who = run_.subject.members[channel];
  if (!who.problem.empty()) return run_.terms.no();
  const Participation participation(run_);
  Expr isMember = run_.terms.no();
  for (const ThreadRange& range : who.ranges)
    isMember = run_.terms.lor(isMember, participation.inRange(thread, range));
  return who.elected ? run_.terms.land(isMember, participation.isLane(thread, who.elected))
                     : isMember;
}

}  // namespace barricade
