#include "verifier/grid_barriers.h"

#include <algorithm>

#include "analysis/signals.h"
#include "analysis/software_barriers.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

bool isProven(Program& program, const Procedure& kernel, const SoftwareBarrier& barrier,
              Completion completion, const VerifyOptions& options) {
  const auto copy = withObligations(program, kernel, barrier, completion);
  return copy && isProvenAlone(program, *copy, options);
}

std::unique_ptr<Procedure> declareBarrier(Program& program) {
  auto barrier = std::make_unique<Procedure>();
  barrier->name = "$software_grid_barrier";
  barrier->sourceName = "barrier of the grid";
  barrier->role = Procedure::Role::GridBarrier;
  barrier->synchronization = plainBarrier(Scope::Device);
  for (const char* name : {"$0", "$1"}) {
    Variable* parameter = program.newVariable();
    parameter->name = name;
    parameter->kind = Variable::Kind::Parameter;
    parameter->type = bitVectorType(1);
    barrier->parameters.push_back(parameter);
  }
  return barrier;
}

bool shareSite(const SoftwareBarrier& a, const SoftwareBarrier& b) {
  return std::any_of(a.sites.begin(), a.sites.end(), [&](const BarrierSite& site) {
    return std::any_of(b.sites.begin(), b.sites.end(),
                       [&](const BarrierSite& other) { return site.opening == other.opening; });
  });
}

}  // namespace

GridBarriers findGridBarriers(Program& program, Procedure& kernel, const VerifyOptions& options) {
  GridBarriers found;
  if (!options.checks.races || options.onlyIntraGroup || program.mathInt || !hasSignals(kernel))
    return found;
  std::vector<SoftwareBarrier> proven;
  for (SoftwareBarrier& barrier : findSoftwareBarriers(Kernel(program, kernel, {}))) {
    if (std::any_of(proven.begin(), proven.end(),
                    [&](const SoftwareBarrier& other) { return shareSite(other, barrier); }))
      continue;
    const auto ways = barrier.completions();
    if (std::any_of(ways.begin(), ways.end(), [&](Completion way) {
          return isProven(program, kernel, barrier, way, options);
        }))
      proven.push_back(std::move(barrier));
  }
  if (proven.empty()) return found;
  found.barrier = declareBarrier(program);
  found.kernel = withGridBarriers(program, kernel, proven, *found.barrier);
  for (const SoftwareBarrier& barrier : proven)
    for (const Variable* array :
         {barrier.counter.array, barrier.flag ? barrier.flag->array : nullptr}) {
      if (!array ||
          std::find(found.zeroed.begin(), found.zeroed.end(), array) != found.zeroed.end())
        continue;
      found.zeroed.push_back(array);
      found.notes.push_back("assumes that " + array->array->sourceName +
                            " is 0 when the kernel starts");
    }
  return found;
}

}  // namespace barricade
