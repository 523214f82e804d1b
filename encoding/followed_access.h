// What the conditions of an order are about (ordering.h): an access of one thread, what releases
// it, and what is acquired before it.
#pragma once

#include <vector>

#include "encoding/ordering.h"

namespace barricade {

// One of the two accesses, and where the events are with respect to it.
struct SignalOrder::Access {
  Terms& terms;
  unsigned side;
  bool local;         // of shared memory
  std::size_t check;  // side 1: its event

  // The access has happened when the event does.
  Expr isBefore(const SignalEvent& event) const {
    return side == 0 ? event.loggedBefore : terms.boolean(check < event.eventsBefore);
  }
  // The event has happened when the access does.
  Expr isAfter(const SignalEvent& event) const {
    return side == 0 ? terms.lnot(event.logged) : terms.boolean(event.events <= check);
  }
  Expr isPartOf(const SignalEvent& event) const {
    return terms.lnot(terms.lor(isBefore(event), isAfter(event)));
  }
  // It runs, and orders the memory of the access.
  Expr orders(const SignalEvent& event) const {
    return terms.land(event.running[side], local ? event.local[side] : event.global[side]);
  }
};

// By event: that an atomic write releases the access; that the access is before it at all; that it
// is the access.
struct SignalOrder::Releases {
  std::vector<Expr> released, reached, itself;
};

// By event: that an atomic read is before the access, and acquires.
struct SignalOrder::Acquisitions {
  std::vector<Expr> seen, acquired;
};

}  // namespace barricade
