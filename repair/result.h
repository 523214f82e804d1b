// What a repair did, as a value; docs/repair.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "finding/result.h"
#include "instrument/site.h"
#include "ir/barrier_scope.h"
#include "ir/program.h"

namespace barricade {

enum class RepairStatus { Unchanged, Repaired, Improved, Unrepairable, Undecided, NotApplicable };

std::string_view toString(RepairStatus status);  // "unchanged", ..., "not-applicable"

// Whether the kernel verifies, as it is or by the edits.
bool isRight(RepairStatus status);

// Where a barrier goes, to be followed by a position: "before", "at the start of the body of the
// loop at". The arguments are those of RepairEdit.
std::string placeInWords(SitePlace where, std::optional<AccessKind> access, Arm arm,
                         bool insideStatement);

// A place in an arm of a branch. The last three say of a new one what they say in RepairEdit.
struct PlaceInArm {
  SourceChain location;
  SitePlace where = SitePlace::At;
  std::optional<AccessKind> access{};
  Arm arm = Arm::None;
  bool insideStatement = false;
};

struct RepairEdit {
  enum class Action {
    Add,
    Remove,
    Weaken,       // a barrier becomes one of fewer threads
    Strengthen,   // a barrier, fence or atomic operation becomes one of more threads, or a barrier
                  // one of other memory
    SplitBranch,  // a branch becomes two, with a barrier between
    PredicateReturn,  // an early return becomes a condition of what follows
    UniformLoop,      // all threads make as many iterations, in which only some do something
    Atomic,           // a read-modify-write becomes an atomic operation
    Fence,            // a memory fence is added
    Hoist,            // a wait for an asynchronous copy moves up, before an access
    Wait,             // a wait for asynchronous copies is added
    Commit,           // asynchronous copies become a group, which can be waited for
    SplitLaunch,      // one launch becomes two, in place of a barrier of the grid
    DoubleBuffer,     // a shared array gets two copies, which a loop's iterations use by turns
  };
  Action action = Action::Add;
  BarrierScope scope = BarrierScope::Block;
  SourceChain location;  // of the statement, loop or branch that `where` speaks of
  SitePlace where = SitePlace::Before;
  std::optional<AccessKind> access;  // "before" an access: its kind
  Arm arm = Arm::None;               // BranchStart in a two-way branch
  bool insideStatement = false;      // after an access of the statement at `location`
  bool fencesLocal = false;          // an added barrier lies between conflicting accesses of
  bool fencesGlobal = false;         // the group's memory, of global memory
  bool ofFences = false;             // Strengthen of a barrier: its threads stay the same
  std::optional<SourcePosition> insideLoop;  // the innermost loop around the site
  bool optional = false;                     // an improvement, not needed for correctness
  bool ordersStores = false;                 // Add: what `reason` tells of is two plain stores
  std::string reason;  // the race that it prevents, or why the barrier is not needed
  // Atomic, and Strengthen of an atomic operation: "atomicAdd"; Fence, and Strengthen of one:
  // "__threadfence".
  std::string operation{};
  std::string subject{};        // of an atomic operation, DoubleBuffer: the array
  std::uint64_t bytes = 0;      // DoubleBuffer: that the second copy takes
  Scope reach = Scope::Device;  // of the operation: the threads that it is for
  unsigned groups = 0;  // Wait, Strengthen of one: of copies, the youngest, that may stay under way
  unsigned groupsBefore = 0;  // Strengthen of a wait for copies: that might
  SourceChain destination{};  // Hoist: the statement that it goes before
  SourceChain branch{};  // SplitBranch, PredicateReturn: the outermost branch around the barrier
  SourceChain around{};  // UniformLoop: a branch by which only some threads come to it
  // SplitBranch: places in other arms that the barrier between stands for, with a barrier (At) or
  // without.
  std::vector<PlaceInArm> joined{};
};

std::string_view toString(RepairEdit::Action action);  // "add", ..., "split-branch"

// A barrier of the final placement and the race that it prevents.
struct KeptBarrier {
  BarrierScope scope = BarrierScope::Block;
  SourceChain location;
  std::string prevents;
};

// Another repair that verifies, and costs no less than the first.
struct AlternativeRepair {
  double costAfter = 0;
  double editWeight = 0;
  unsigned barriersOnHottestPath = 0;
  std::vector<RepairEdit> edits;
  std::string reason{};  // why one may prefer it, or why it is not the first
};

struct RepairResult {
  RepairStatus status = RepairStatus::Undecided;
  double costBefore = 0;
  double costAfter = 0;
  double editWeight = 0;               // of what is changed beside barriers (repair/edit_weights.h)
  double lowerBound = 0;               // no correct placement costs less
  unsigned findingsLeft = 0;           // of `before`, that the repaired kernel still has
  unsigned barriersOnHottestPath = 0;  // that a thread passes at most, each loop run once
  // costAfter is proven minimal for the chosen objective: of a restructured kernel, among the
  // barriers that it could have.
  bool optimal = false;
  bool assumesNoOverflow = false;  // races that need arithmetic to wrap around are not repaired
  // Arrays in whose elements stores of several threads still meet, as before the repair.
  std::vector<std::string> storesLeft;
  bool leastSplit = false;  // nor is there a cheaper repair that splits a branch in another place
  std::vector<RepairEdit> edits;
  std::vector<KeptBarrier> kept;
  std::vector<AlternativeRepair> alternatives;  // cheapest first
  std::vector<std::string> explanation;         // why unrepairable, undecided or not applicable
  std::vector<std::string> clauses;             // --log-clauses: each clause with its witness
  std::string certificate;                      // WCNF text, empty when there is none
  std::string
      fixedProgram;  // IR text of the repaired kernel, empty when unrepaired or stores still meet
  VerificationResult before;  // the kernel as written
};

}  // namespace barricade
