// When conditions of one iteration come back: from some iteration on, they are what they were a
// fixed number of iterations earlier, as those on i & 3, i % 3, i < 2 or on a stage of a ring.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "encoding/loop_summary.h"

namespace barricade {

// From iteration `before` on, the value is that of `period` iterations earlier.
struct Recurrence {
  unsigned before = 0;
  unsigned period = 1;
};

// base + offset, the offset as a number with a sign.
struct Sum {
  Expr base = nullptr;
  BigInt offset = 0;
};

Sum sumOf(Expr e);

// Of the conditions of a loop, for a thread whose values at its entry are `initial`.
class Recurrences {
 public:
  Recurrences(Terms& terms, const LoopSummary& summary, const Placeholders& placeholders,
              const std::vector<Expr>& initial, const std::vector<std::size_t>& modified);

  // Iterations at most until a recurrence comes back.
  static constexpr unsigned longest = 24;

  // Nothing: it does not come back, not soon, or not that it is known.
  std::optional<Recurrence> of(Expr e);

  // Up to so many iterations nothing that was looked at has wrapped around.
  const std::optional<BigInt>& limit() const { return limit_; }

 private:
  std::optional<Recurrence> ofLeaf(Expr leaf) const;
  std::optional<BigInt> beginOf(Expr e) const;
  void noteLimit(Expr variable, const BigInt& begin, bool isSigned);
  std::optional<Recurrence> ofLowBits(Expr e) const;
  std::optional<Recurrence> ofRemainder(Expr e);
  std::optional<Recurrence> ofComparison(Expr e);

  Terms& terms_;
  const LoopSummary& summary_;
  const Placeholders& placeholders_;
  const std::vector<Expr>& initial_;
  std::unordered_map<Expr, std::size_t> known_;
  std::set<std::size_t> changing_;
  std::unordered_map<Expr, std::optional<Recurrence>> memo_;
  std::optional<BigInt> limit_;
};

}  // namespace barricade
