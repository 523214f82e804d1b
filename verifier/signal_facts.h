// What all threads have in common in their use of counters, flags and locks: facts that an ordering
// of two threads needs about third ones (encoding/ordering.h). Each is asked of every pair of
// threads and holds only if the answer is no.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verifier/portfolio.h"

namespace barricade {

struct SignalKnowledge {
  std::vector<SignalFacts> facts = {};           // by array
  std::vector<const Variable*> zeroed = {};      // arrays that are taken to hold 0 at first
  std::vector<const Variable*> likelyZero = {};  // that may do, of which nothing is taken
  std::vector<std::string> notes = {};           // what they assume
};

// `problems`: those of the modes that the launch has.
SignalKnowledge findSignalFacts(const std::map<Mode, Problem*>& problems, const Deadline& deadline,
                                Statistics& statistics, Budget* budget);

}  // namespace barricade
