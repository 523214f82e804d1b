// Advice on performance: what a launch of a kernel costs beyond what it must, measured by running
// all its threads in the interpreter. Nothing of this is an error of the kernel.
//
//   AdviceResult result = advise(program, kernel, launch, {});
//   for (const Advice& advice : result.advice) std::cout << headline(advice) << '\n';
//
// Counts are exact for the launch that was run, of the accesses that the source makes: what a
// compiler keeps in registers or in caches is not known here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/memory_cost.h"
#include "interpreter/interpreter.h"

namespace barricade {

enum class AdviceKind {
  BankConflict,
  Coalescing,
  WarpDivergence,
  // By a proof, without figures (barricade/barrier_advice.h):
  RedundantBarrier,
  WeakerBarrier,
  NarrowerScope,
};
std::string_view toString(AdviceKind kind);  // as in JSON: "bank-conflict"

struct Advice {
  AdviceKind kind = AdviceKind::BankConflict;
  SourceChain place;  // with the calls around it
  // Of memory:
  AccessKind access = AccessKind::Read;
  const Array* array = nullptr;
  unsigned bytes = 0;         // that a lane accesses at once
  unsigned degree = 0;        // BankConflict: of the worst execution
  std::uint64_t sectors = 0;  // Coalescing: of the worst execution, and the least that would do
  std::uint64_t minimum = 0;
  // Of all executions by a warp: how many there were, how many cost more than need be; what they
  // took and would take at best: passes, sectors, or (WarpDivergence) paths that were taken.
  std::uint64_t executions = 0;
  std::uint64_t affected = 0;
  std::uint64_t taken = 0;
  std::uint64_t best = 0;
};

// Of a kind of cost, over the whole launch.
struct AdviceTotals {
  std::uint64_t executions = 0;
  std::uint64_t taken = 0;
  std::uint64_t best = 0;
};

struct AdviceOptions {
  MemoryLayout layout;
  RunOptions run;
};

struct AdviceResult {
  std::string kernel;  // source name
  RunStatus status = RunStatus::Finished;
  std::string message;         // why not, unless Finished
  std::vector<Advice> advice;  // by kind, the most expensive first
  AdviceTotals bankPasses, sectors, branches;
  // What it was measured with.
  std::array<std::uint64_t, 3> groupSize{};
  std::array<std::uint64_t, 3> numGroups{};
  std::uint64_t warpSize = 32;
  std::uint64_t threads = 0;
  std::vector<std::pair<std::string, std::string>> values;  // of scalar parameters, by source name
  std::vector<std::string> notes;  // what nobody had given and was chosen, or left out
};

// Where the launch leaves sizes or parameters open that nothing else decides, a block has 256
// threads, and integers are the number of threads along x: as kernels are launched that have a
// thread for each element.
AdviceResult advise(const Program& program, const Procedure& kernel,
                    const LaunchConfiguration& launch, const AdviceOptions& options);

// In one line without location: "bank conflict of degree 32: read of tile".
std::string headline(const Advice& advice);
// What it costs over the launch: "64 executions by warps take 2048 passes, 64 would do".
std::string costText(const Advice& advice);

}  // namespace barricade
