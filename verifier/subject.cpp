#include "verifier/subject.h"

namespace barricade {

Subject::Subject(Program& p, Procedure& procedure, const VerifyOptions& o, bool values)
    : program(p),
      options(o),
      terms(p),
      launch(findLaunchFacts(terms, o)),
      kernel(p, procedure, {values, o.checkArrayBounds}),
      writtenValuesMatter(values) {
  for (const KernelArray& array : kernel.arrays())
    if (array.readOnly())
      readOnlyFunctions[array.array->variable] =
          terms.freshFunction(array.array->variable->name, {array.array->variable->type->domain()},
                              array.array->variable->type->range());
  placeholders = makePlaceholders(kernel, terms);
  summaries = summarizeLoops(*this);
}

}  // namespace barricade
