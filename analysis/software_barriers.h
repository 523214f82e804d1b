// Barriers of the grid that a kernel makes itself. One thread of each block counts in global memory
// and waits for the others, between two barriers of its block:
//
//   __syncthreads();
//   if (threadIdx.x == 0) {
//     __threadfence();
//     atomicAdd(&arrived, 1);                        // the count
//     while (atomicAdd(&arrived, 0) < goal) {}       // all have come when it is high enough,
//     __threadfence();                               // or when the last one sets a flag
//   }
//   __syncthreads();
//
// Where it is one, the kernel with a barrier of the grid in its place orders the same accesses, and
// loops are no matter. Whether it is one is a matter of values: of the goal, or of the flag, round
// after round. What has to hold is written as assertions into a copy of the kernel, about one
// thread, its own rounds being counted along. Why they suffice:
//
//   Total    Nobody counts for the (k+1)-th time before he has read that all together have counted
//            k times the number of blocks. So of any first part of the counts, no block has made
//            two more than another one, and when the total is k times the number of blocks each has
//            counted k times (by induction on the counts).
//   a flag   Whoever counts last in a round finds one less than the number of blocks. He alone sets
//            the counter back to 0, and after that the flag; nobody goes on before. So each round
//            begins with 0, and the k-th value of the flag is that of the k-th round, which differs
//            from the one before. Nobody who waits for it can read an older one that is equal: he
//            has read, or written, the one before.
//
// Counter and flag hold 0 at first (docs/semantics.md), and nothing else uses them.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/kernel.h"
#include "ir/program.h"

namespace barricade {

// How a thread knows that all have come.
enum class Completion {
  Total,   // by the counter
  Number,  // by a flag that holds the number of rounds,
  Parity,  // whether that is odd,
  Change,  // or another value than before
};

// Between two barriers of the block.
struct BarrierSite {
  unsigned opening = 0;       // block of the first barrier,
  std::size_t openingAt = 0;  // and its position there
  unsigned closing = 0;       // likewise of the second
  std::size_t closingAt = 0;
  std::vector<unsigned> between;  // blocks
  LocationId location = noLocation;
};

// An element of a global array.
struct SignalCell {
  const Variable* array = nullptr;
  BigInt offset = 0;
  bool operator==(const SignalCell&) const = default;
  bool operator<(const SignalCell& other) const {
    return std::tie(array->name, offset) < std::tie(other.array->name, other.offset);
  }
};

struct SoftwareBarrier {
  SignalCell counter;
  std::optional<SignalCell> flag;
  std::vector<BarrierSite> sites;

  // Which of the ways it may be.
  std::vector<Completion> completions() const;
};

// By their form; what they count and wait for is not looked at.
std::vector<SoftwareBarrier> findSoftwareBarriers(const Kernel& kernel);

// The kernel, with assertions that suffice for it to be a barrier, and no others. Null where the
// program has no sizes of the launch to speak of.
std::unique_ptr<Procedure> withObligations(Program& program, const Procedure& kernel,
                                           const SoftwareBarrier& barrier, Completion completion);

// The kernel with calls of `gridBarrier` in the place of these.
std::unique_ptr<Procedure> withGridBarriers(Program& program, const Procedure& kernel,
                                            const std::vector<SoftwareBarrier>& barriers,
                                            Procedure& gridBarrier);

}  // namespace barricade
