// Values that choose one of a few buffers, the same one for all threads: `t & 1` in
//
//     for (t = 0; t < n; ++t) { buffer[t & 1][warp] = count; __syncthreads(); .. }
//
// What is run with unknown data (block_scans.h) is run for each of the values that these may have,
// in all their combinations: what comes out of all is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/expr.h"

namespace barricade {

class Selectors {
 public:
  // The value of `e`, of which it is known that all threads have one, for as long as its variables
  // stay; nothing: there are too many that it may have.
  std::optional<std::uint64_t> valueOf(Expr e);
  void forget(const Variable* variable);

  // Begins the run for the next combination. False: there is none, or there are too many.
  bool advance();
  bool areTooMany() const { return runs_ > mostRuns; }

 private:
  static constexpr unsigned mostRuns = 16;

  struct Choice {
    std::vector<std::uint64_t> options;
    std::size_t taken = 0;
  };

  std::vector<Choice> chosen_;  // in the order in which the run comes to them
  std::size_t asked_ = 0;       // so many, in this run
  std::map<Expr, std::uint64_t> known_;
  unsigned runs_ = 1;
};

}  // namespace barricade
