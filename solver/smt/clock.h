// Time of the clock and time of the processor. What an engine may take of the latter is the same
// under every load of the machine.
#pragma once

#include "solver/smt/engine.h"

namespace barricade {

// Both since an arbitrary moment; the processor's is that of this process and of the children that
// it has waited for.
double clockSeconds();
double processorSeconds();
// From now on it is so much less.
void leaveOutOfProcessorSeconds(double seconds);

// Whether the time that a check may take is over.
class TimeLimit {
 public:
  explicit TimeLimit(const Limit& limit) : limit_(limit) {}
  bool passed() const {
    return (limit_.seconds > 0 && clockSeconds() >= clock_ + limit_.seconds) ||
           (limit_.processorSeconds > 0 &&
            processorSeconds() >= processor_ + limit_.processorSeconds);
  }

 private:
  Limit limit_;
  double clock_ = clockSeconds();
  double processor_ = processorSeconds();
};

}  // namespace barricade
