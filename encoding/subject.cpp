#include "encoding/subject.h"

#include "analysis/signals.h"

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
      kernel(p, procedure, {values, o.checks.bounds == CheckDepth::Full, signals},
             size ? &*size : nullptr),
      readOnlyFunctions(makeReadOnlyFunctions(kernel, terms)),
      fixed(fixedParameters(terms, procedure, launch, o.kernelArgs)),
      launchOnly(o.checks.showsAny()
                     ? std::optional<LaunchOnly>(std::in_place, kernel, launch, fixed)
                     : std::nullopt),
      placeholders(makePlaceholders(kernel, terms, fixed)),
      handedResults(findHandedResults(kernel)),
      convergence(kernel, launch),
      totals(size ? findBlockTotals(p.pool(), procedure, kernel.flow(), *size) : BlockTotals{}),
      scans(findBlockScans(kernel, launch, fixed)),
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
