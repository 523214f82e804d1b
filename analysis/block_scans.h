// Prefix sums that the threads of a block compute of their flags or counts, however they do it: by
// doubling distances, up and down a tree, by shuffles, or one thread for all.
//
//     place[t] = keep; __syncthreads();
//     for (d = 1; d < 64; d *= 2) { .. place[t] += place[t - d]; .. }
//     if (keep) out[place[t] - 1] = v;
//
// What counts is what the threads compute, not how: one block is run with all of its threads, whose
// ids are numbers, and values that are the sum of a range of *summands*. A summand is a small
// number of which nothing else is known, stored to an element of shared memory or, where lanes
// shuffle, in a variable of each thread; ranges that meet add up to a range. All else that depends
// on data is unknown, and so is what a branch that depends on it may have changed. Where a variable
// is, for each thread that sets it, the sum of a range whose ends go up with the number of the
// thread, or of its warp, by a constant, the encoding states that (encoding/prefix_sums.h).
//
// The run takes each read to get what was stored last in the order of the statements, which holds
// if nothing races: as a race in what comes before such a read is found without what the read
// tells, that may be assumed. The block's size must be known, and only barriers order anything.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/affine_in_thread.h"
#include "analysis/definitions.h"
#include "analysis/fixed_parameters.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

struct BlockScans {
  struct Scan {
    BigInt most = 0;  // the greatest summand; the sum of all is no negative number of its type
    bool operator==(const Scan&) const = default;
  };
  // What is stored is the summand with that number.
  struct Summand {
    std::size_t scan = 0;
    bool isFirst = false;                // statement of the scan
    const Variable* variable = nullptr;  // null: to an element
    OfThread number;
    bool operator==(const Summand&) const = default;
  };
  // What one lane has stored for its warp as the summand with that number, in variables that have
  // the same value for each lane (warp_summands.h).
  struct OfWarp {
    OfThread number;
    Expr value = nullptr;
    bool operator==(const OfWarp&) const = default;
  };
  // The variable is set to the sum of the summands from `first` to before `end`.
  struct Sum {
    std::size_t scan = 0;
    const Variable* variable = nullptr;
    OfThread first, end;
    bool isAdded = false;  // to what the variable was when the loop was entered
    std::optional<OfWarp> ofWarp{};
    bool operator==(const Sum&) const = default;
  };
  std::vector<Scan> scans;
  std::unordered_map<const Statement*, Summand> summands;
  std::unordered_map<const Statement*, Sum> sums;
  std::unordered_map<unsigned, std::vector<Sum>> sumsAfter;  // by loop: once threads have left it
  bool operator==(const BlockScans&) const = default;
};

BlockScans findBlockScans(const Kernel& kernel, const LaunchFacts& launch,
                          const FixedParameters& fixed);

}  // namespace barricade
