// What arrays that a kernel is given may have to hold for it to be right: rows in order, places
// that are distinct, counts that rows have room for, no value that stands for a free place of a
// table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/prepare.h"
#include "finding/result.h"
#include "ir/program.h"
#include "verifier/portfolio.h"

namespace barricade {

// One thing that is assumed of all elements of an array of global memory.
struct Assumption {
  enum class Kind {
    Ordered,    // they say where rows begin: 0 <= a[i] <= a[i + 1]
    Distinct,   // no two are equal
    HandedOut,  // no number is taken from two of them by operations that add to them
    Counting,   // no count is a negative number: a note, not a condition
    Natural,    // none is a negative number
    Begins,     // they begin ranges that do not overlap: `out[a[i] + r]`
    Within,     // what is added to one comes to no more than `value`
    Never,      // none is `value`
  };
  Kind kind;
  const Array* array = nullptr;
  BigInt value = 0;  // with Within and Never
};

// What can be assumed for a kernel, each kind by itself.
class ArraysToAssume {
 public:
  ArraysToAssume(const Program& program, const Prepared& prepared);
  bool empty() const;
  const std::vector<Assumption>& counters() const { return counters_; }

  // What the kernel is where as little of this as suffices holds: conditional, or verified with a
  // note. None where it does not help, or `first`, a race, may be no matter of contents: then a
  // note is added to that where contents decide. That places are distinct is assumed of arrays that
  // the program computes or is given, or `ofAny`.
  std::optional<VerificationResult> verify(VerificationResult& first, bool ofAny, Program& program,
                                           const Prepared& prepared, VerifyOptions options,
                                           const Deadline& deadline) const;
  // Verified, where that no count is a negative number leaves no overflow to be excluded.
  std::optional<VerificationResult> verifyCounts(Program& program, const Prepared& prepared,
                                                 const VerifyOptions& options,
                                                 const Deadline& deadline) const;

 private:
  std::vector<Assumption> rows_, counters_, naturals_, places_, claimed_;
};

// The same with these, or as few of them as suffice, which are left in `assumed`.
std::optional<VerificationResult> verifyWithFewest(std::vector<Assumption>& assumed,
                                                   Program& program, const Prepared& prepared,
                                                   const VerifyOptions& options);

}  // namespace barricade
