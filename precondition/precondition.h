// The weakest condition on sizes and parameters under which a kernel is right.
//
//   Prepared prepared = prepare(program, options);
//   ConditionSearch search(program, prepared, options);
//   options.described = search.observer();
//   VerificationResult result = verify(program, prepared, options);
//   if (result.verdict == Verdict::Refuted)
//     if (std::optional<Condition> condition = search.run(result.findings.front()))
//       std::cout << "race-free exactly when " << condition->text << '\n';
//
// Verify; generalise the counterexample to the region of sizes and parameters that go wrong in the
// same way (region.h); verify outside of that region; and so on, until what is left verifies. The
// union of the regions is then what goes wrong, no more (each value in it is on the path of a
// counterexample) and no less (the rest has been verified). Its complement, simplified
// (simplify.h), is verified once more as it is printed.
//
// Where the regions are too many, or their complement is long, it is asked whether the kernel goes
// wrong in all launches that people make (usual_launches.h): then the search ends. Else the
// condition is made of what people demand (candidate_atoms.h) instead: the cheapest conjunction
// that verifies. It is sufficient only. Where that leads nowhere, the same is done for blocks of
// likely shapes (block_shapes.h), of which the sizes are numbers. Regions get less time where a
// loop doubles or halves a counter: they are linear.
#pragma once

#include <memory>
#include <optional>

#include "analysis/options.h"
#include "analysis/prepare.h"
#include "finding/result.h"

namespace barricade {

// Whether any size of the launch is left open.
bool hasOpenSizes(Program& program, const Procedure& kernel, const VerifyOptions& options);

struct ConditionLimits {
  unsigned regions = 24;
  double processorSeconds = 12;  // in all
  double seconds = 0;            // of the clock; 0: no limit
};

// Of a program that is not of mathematical integers, and has a kernel.
class ConditionSearch {
 public:
  ConditionSearch(Program& program, const Prepared& prepared, const VerifyOptions& options);
  ~ConditionSearch();

  // For `VerifyOptions::described` of the verification whose finding the search begins with.
  decltype(VerifyOptions::described) observer();

  // Null: there is none that some launch fulfils in which the accesses of each race are run, by two
  // threads where the race is within a group; or none was found. Leaves the program as it was.
  std::optional<Condition> run(const Finding& first, const ConditionLimits& limits = {});

  // After a search that has found none: there is none, rather than that it was not found.
  bool isRefutedForAll() const;
  // After a search that has ended since the kernel goes wrong in all launches of usual sizes
  // (usual_launches.h): how many were tried; else 0.
  unsigned wrongUsualLaunches() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace barricade
