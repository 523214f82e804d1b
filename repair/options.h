// What a user can ask of the repair; plain data, filled from the command line or by a test.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace barricade {

struct Array;
class Program;
struct Procedure;
struct RepairResult;

enum class RepairObjective {
  Changes,  // existing barriers cost nothing to keep: the added weight is minimal
  Cost,     // the weight of all barriers is minimal, existing ones may move
};

enum class RepairEngine {
  MaxSat,  // the cheapest placement in every round: what is found is minimal
  Mhs,     // a greedy minimal hitting set, MaxSAT only where that fails; no proof of optimality
};

// What may be changed beside barriers, where these do not suffice.
struct RepairKinds {
  bool atomics = true;   // updates, stores and scopes
  bool branches = true;  // split branches and predicated returns
  bool loops = true;     // that all threads leave together
  bool waits = true;     // for asynchronous copies
  bool fences = true;    // of memory, and their scopes
  bool launches = true;  // two for one, where there are no barriers of the grid

  // As --repair-kinds names them, "all" too; other texts are none of them.
  static RepairKinds named(const std::vector<std::string>& texts);
  static constexpr RepairKinds none() { return {false, false, false, false, false, false}; }
};

struct RepairOptions {
  RepairObjective objective = RepairObjective::Changes;
  RepairEngine engine = RepairEngine::MaxSat;

  bool disableInspect = false;  // existing barriers are fixed: only additions are considered
  bool disableGrid = false;     // no grid barriers
  bool disableWarp = false;     // no barriers of warps
  bool stripBarriers = false;   // first drop all barriers
  RepairKinds kinds;
  bool doubleBuffer = false;  // two copies of shared arrays where they save barriers
  // Why a read of the array may come before its element is written, in some execution; empty: none
  // does. It takes runs, which the caller makes; without it nothing is doubled.
  std::function<std::string(Program&, Procedure&, const Array&)> whyReadEarly;

  // At how many places of a repaired kernel runs show a read of shared memory that nobody has
  // written; nothing where no run tells. Empty: repairs are not compared by it.
  std::function<std::optional<unsigned>(Program&, Procedure&)> placesReadEarly;

  // The weight of a site: loopWeight^depth * branchWeight^conditionals (+ gridWeight, or
  // * warpWeight).
  double loopWeight = 10;
  double branchWeight = 1;
  double gridWeight = 12;
  double warpWeight = 0.25;  // of a barrier of a warp, as a part of a block barrier's
  std::string weightsFile;   // measured trip counts by source line; empty: none

  std::optional<unsigned> maxEdits;  // more edits than these: unrepairable
  bool logClauses = false;           // RepairResult::clauses
  bool certificate = false;          // RepairResult::certificate

  // Called with the best verified placement and the lower bound so far, as
  // VerifyOptions::established. May be empty.
  std::function<void(const RepairResult&)> established;
};

}  // namespace barricade
