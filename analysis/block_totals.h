// Counters of a block in shared memory, and who reads what they have come to:
//
//     if (threadIdx.x == 0) count = 0;
//     __syncthreads();
//     if (...) mine = atomicAdd(&count, 1);
//     __syncthreads();
//     if (threadIdx.x == 0) base = atomicAdd(total, count);
//
// What is read after a barrier that all additions come before is their sum: more than each of them
// has found, and the same for all who read it. Each addition finds less than that sum can be. A
// loop may do all of it anew in each iteration.
#pragma once

#include <optional>
#include <unordered_map>

#include "analysis/definitions.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"

namespace barricade {

struct BlockTotal {
  const Variable* array = nullptr;
  Expr index = nullptr;             // a literal
  const Variable* value = nullptr;  // holds what is read; null: the statement adds to it
  BigInt most = 0;                  // the sum is at most that
  BigInt mostAdded = 0;             // and each addition
};

// By the statement that reads, or adds.
using BlockTotals = std::unordered_map<const Statement*, BlockTotal>;
BlockTotals findBlockTotals(const Kernel& kernel, const GreatestSize& size);

// Whether no more than one thread of each block comes to a block of the kernel.
bool isOfOneThread(unsigned block, const Kernel& kernel, const SingleDefinitions& definitions,
                   const GreatestSize& size);
// How many threads of the launch come to a block: each at most once, else nothing.
std::optional<BigInt> comersTo(unsigned block, const Kernel& kernel,
                               const SingleDefinitions& definitions, const GreatestSize& size);

// Marks a statement that makes variables arbitrary as one that reads the element.
void markRead(Statement& havoc, Expr element);
// What such a statement reads into its only variable; null: it is none.
Expr elementRead(const Statement& statement);

}  // namespace barricade
