// One kernel, with what is known of it whatever the mode: all executions of it share this.
#pragma once

#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "analysis/barrier_intervals.h"
#include "analysis/block_scans.h"
#include "analysis/block_totals.h"
#include "analysis/fixed_parameters.h"
#include "analysis/handed_results.h"
#include "analysis/kernel.h"
#include "analysis/launch.h"
#include "analysis/launch_only.h"
#include "analysis/set_bits.h"
#include "analysis/updates.h"
#include "analysis/warp_convergence.h"
#include "encoding/channel_members.h"
#include "encoding/iteration.h"
#include "encoding/loop_summary.h"
#include "solver/smt/terms.h"

namespace barricade {

// Each member is made from those before it.
struct Subject {
  Subject(Program& program, Procedure& procedure, const VerifyOptions& options,
          bool writtenValuesMatter, bool signalsMatter = false);

  // Whether accesses of that element, or range of elements, are to be within the array.
  bool checksBounds(const Variable* array, Expr index) const;

  Program& program;
  const VerifyOptions& options;
  bool signalsMatter;  // fences and atomic operations may order accesses
  bool signalsReveal;  // what others have done is visible after them, whether races count or not
  bool writtenValuesMatter;  // else every conflict counts, benign or not
  Terms terms;
  LaunchFacts launch;
  std::optional<GreatestSize> size;  // of a launch
  FixedParameters fixed;
  ParameterLimits limits;
  Kernel kernel;
  BarrierIntervals intervals;
  ReadOnlyFunctions readOnlyFunctions;
  std::optional<LaunchOnly> launchOnly;  // where a check asks for it
  Placeholders placeholders;
  WarpConvergence convergence;
  HandedResults handedResults;
  BlockTotals totals;
  BlockScans scans;
  PopulationCountSubtractions countSubtractions;
  std::vector<LoopSummary> summaries;   // by loop
  std::vector<ChannelMembers> members;  // by channel
  std::optional<Updates> updates{};     // once they are needed: as the programmer wrote them
  // Writes that are not benign whatever they write: those of read-modify-writes, in a repair.
  std::unordered_set<const Statement*> neverBenign{};
};

}  // namespace barricade
