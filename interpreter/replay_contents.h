// What arrays hold in the runs of a replay, where the counterexample leaves it open: fillings, and
// numbers that suit what the kernel does with them.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "finding/result.h"
#include "interpreter/interpreter.h"

namespace barricade {

class ReplayContents {
 public:
  ReplayContents(const Program& program, const Procedure& kernel, const Witness& witness);

  // A compare-and-swap of the array expects that value.
  void expect(const Variable* array, const BigInt& value) { free_.try_emplace(array, value); }
  bool mayHaveRows() const { return !offsets_.empty(); }
  bool havePlaces() const { return !places_.empty(); }
  // Whether what is likely 0 is that.
  bool areLikely(const LaunchConfiguration& launch) const;

  void fill(LaunchConfiguration& launch, const ArrayContents& filling) const;
  // Then, of filled arrays:
  void takeCounts(LaunchConfiguration& launch) const;
  void takeOffsets(LaunchConfiguration& launch, std::uint64_t seed) const;
  // By themselves:
  void fillWithAnything(LaunchConfiguration& launch, std::uint64_t seed) const;
  void takePlaces(LaunchConfiguration& launch, std::uint64_t seed) const;

 private:
  void takeStated(LaunchConfiguration& launch, std::uint64_t seed) const;

  const Program& program_;
  const Witness& witness_;
  std::vector<const Array*> offsets_;       // that may say where rows of others begin
  std::set<const Variable*> places_;        // arrays that say where in others something is
  std::set<const Variable*> counts_;        // arrays that decide where the kernel goes
  std::map<const Variable*, BigInt> free_;  // what compare-and-swaps expect of an array
};

}  // namespace barricade
