// What one thread does for its whole block, made visible to all threads of the block.
//
// Counters, flags and locks between blocks are mostly handled by one thread of each block, whose
// work a barrier hands on: `if (threadIdx.x == 0) { __threadfence(); last = atomicInc(..) == n; }`.
// A pair of threads of two blocks need not contain that thread. So in a copy of the kernel, for
// pairs between blocks, every thread first goes through what the *elected* thread of its block (the
// first or the last one, or a chosen one) does there: the branch's condition and body with that
// thread's id and variables of their own, without accesses. Marked `elected`, fences and atomic
// operations of such a copy tell what the block's elected thread does. An element of shared memory
// that only elected threads write, or others with them, a *broadcast*, becomes a variable that the
// copies set and everybody reads: without a race, which is looked for within blocks, a read gets
// what was last written. So do the few elements of an array whose index is computed, as slots that
// are used by turns.
//
// The elected thread may stay for ever in a region where it waits in a loop, while others go on up
// to the next barrier: so the copy may be passed by, and whoever has passed a barrier of the block
// knows that it was not.
//
// The same tells what an atomic operation has told one thread that hands it on by shared memory
// (analysis/atomic_results.h).
//
// Within a block, the first lane of a warp may do so for its warp, whose barrier hands it on:
// `if (lane == 0) while (full.load(..) != r); __syncwarp();`. For pairs of different warps, every
// thread first goes through what the first lane of its warp does. Nothing is a broadcast then.
//
// Regions are copied whose branch every thread of the block reaches or none; where only barriers of
// the block, or of whole warps, order accesses, what is read from shared memory may decide that, as
// it is one value for all if nothing races. What the elected thread reads there from arrays that
// are written, or takes from variables that differ between threads, is arbitrary, but for sums that
// the block has computed (block_scans.h).
#pragma once

#include <memory>
#include <optional>

#include "analysis/kernel.h"
#include "analysis/launch.h"
#include "solver/smt/terms.h"

namespace barricade {

// Who executes a statement of such a kernel.
enum class Performer { Own, First, Last, Chosen };

// Of a copied statement: the elected thread; of all others Own.
Performer performerOf(const Statement& statement);

// The number of the thread that is Chosen in a copy: the last lane of the first warp, or that which
// the kernel compares with (`if (lane == 7)`).
unsigned chosenThread(const Procedure& copy);

// A statement that begins the copy of a block: there `own` is what the elected thread has in
// `variable` where it comes to the block itself.
struct ElectedValue {
  const Variable* variable = nullptr;
  const Variable* own = nullptr;
  unsigned block = 0;
};
std::optional<ElectedValue> electedValueAt(const Statement& statement);

// Whether all threads of a block, or of a warp where its first lane is elected, come to the fence
// or none; and of a barrier of warps, that all lanes of a warp do.
bool isOfAll(const Statement& statement);

// Whether the variable says that the elected thread comes out of a region at all.
bool tellsComingThrough(const Variable& variable);

// Whether threads may hand on by shared memory what an atomic operation has told one of them.
bool handsOnResults(const Kernel& kernel);

std::unique_ptr<Procedure> withElectedThreads(Program& program, const Kernel& kernel, Terms& terms,
                                              const LaunchFacts& launch);
// With the first lanes of warps elected; null where none does anything for its warp.
std::unique_ptr<Procedure> withElectedLanes(Program& program, const Kernel& kernel, Terms& terms,
                                            const LaunchFacts& launch);

}  // namespace barricade
