// Arrays whose accesses have to be aligned, for barricade_safety: as assertions, which the verifier
// proves, and as what a run does, which is watched access by access.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "interpreter/observer.h"
#include "ir/program.h"

namespace barricade::fuzz {

// The elements that the offsets of accesses are multiples of, by the source name of the array.
using Alignments = std::map<std::string, unsigned>;

// Chooses arrays, of which statements of the prepared `kernel` hold all accesses, and puts
// assertions before these.
Alignments addAlignments(Program& program, Procedure& kernel, std::uint64_t seed);

class AlignmentWatch : public RunObserver {
 public:
  explicit AlignmentWatch(const Alignments& alignments) : alignments_(alignments) {}
  void place(const SourceChain& /*chain*/) override {}
  void branch(const ObservedStep& /*step*/, bool /*taken*/) override {}
  void access(const ObservedStep& step, const ObservedAccess& access) override;
  const std::optional<std::string>& seen() const { return seen_; }

 private:
  const Alignments& alignments_;
  std::optional<std::string> seen_;
};

}  // namespace barricade::fuzz
