#include "encoding/subject.h"

#include <algorithm>

#include "analysis/set_bits.h"
#include "analysis/signals.h"
#include "analysis/sum_bounds.h"

namespace barricade {
namespace {

// Private and shared arrays that nobody writes hold something else for each thread or group.
ReadOnlyFunctions makeReadOnlyFunctions(const Kernel& kernel, Terms& terms) {
  ReadOnlyFunctions functions;
  for (const KernelArray& array : kernel.arrays()) {
    const Variable* variable = array.array->variable;
    const AddressSpace space = array.array->space;
    if (array.readOnly() && (space == AddressSpace::Global || space == AddressSpace::Constant))
      functions[variable] =
          terms.freshFunction(variable->name, {variable->type->domain()}, variable->type->range());
  }
  return functions;
}

// What a block adds up may be what it adds to a counter.
Kernel makeKernel(Program& program, Procedure& procedure, Interest interest,
                  const GreatestSize* size, const LaunchFacts& launch,
                  const FixedParameters& fixed) {
  Kernel kernel(program, procedure, interest, size);
  if (std::ranges::none_of(kernel.arrays(), &KernelArray::addsUnbounded)) return kernel;
  const auto bounds = greatestSums(findBlockScans(kernel, launch, fixed), launch);
  return bounds.sums.empty() && bounds.addends.empty()
             ? kernel
             : Kernel(program, procedure, interest, size, bounds);
}

}  // namespace

Subject::Subject(Program& p, Procedure& procedure, const VerifyOptions& o, bool values,
                 bool signals)
    : program(p),
      options(o),
      signalsMatter(signals),
      signalsReveal(hasSignals(procedure)),
      writtenValuesMatter(values),
      terms(p),
      launch(findLaunchFacts(terms, o, &procedure)),
      size(greatestSize(terms, launch)),
      fixed(fixedParameters(terms, procedure, launch, o.kernelArgs)),
      limits(parameterLimits(terms, procedure, launch, fixed)),
      kernel(makeKernel(p, procedure, {values, o.checks.bounds == CheckDepth::Full, signals},
                        size ? &*size : nullptr, launch, fixed)),
      intervals(kernel),
      readOnlyFunctions(makeReadOnlyFunctions(kernel, terms)),
      launchOnly(o.checks.showsAny()
                     ? std::optional<LaunchOnly>(std::in_place, kernel, launch, fixed)
                     : std::nullopt),
      placeholders(makePlaceholders(kernel, terms, fixed)),
      convergence(kernel, launch),
      handedResults(findHandedResults(kernel, convergence)),
      totals(size ? findBlockTotals(kernel, *size) : BlockTotals{}),
      scans(findBlockScans(kernel, launch, fixed)),
      countSubtractions(populationCountSubtractions(procedure)),
      summaries(summarizeLoops(kernel, terms, launch, readOnlyFunctions, placeholders)) {
  members = findChannelMembers(*this);
}

bool Subject::checksBounds(const Variable* array, Expr index) const {
  switch (options.checks.bounds) {
    case CheckDepth::Off: return false;
    case CheckDepth::Full: return true;
    case CheckDepth::Shown: break;
  }
  return extentOf(*array->array) && kernel.inSlice(index) && launchOnly->decides(index);
}

}  // namespace barricade
