#include "barricade/run_finding.h"

namespace barricade {

SourceChain placeOf(const Program& program, const Specification& specification) {
  const SourceChain chain = program.sources.chain(specification.location);
  if (isKnown(chain)) return chain;
  return {{program.fileName, "", specification.text.line, specification.text.column}};
}

std::vector<LoopIteration> iterationsOf(const RunPlace& place) {
  std::vector<LoopIteration> iterations;
  for (const RunIteration& iteration : place.iterations)
    iterations.push_back({iteration.loop.empty() ? SourcePosition{} : iteration.loop.front(),
                          std::to_string(iteration.iteration)});
  return iterations;
}

void addParameters(Finding& finding, const Procedure& kernel, const LaunchConfiguration& launch) {
  for (const Variable* parameter : kernel.parameters)
    if (const auto value = launch.values.find(parameter);
        !parameter->type->isMap() && value != launch.values.end())
      finding.values.push_back(
          {parameter->name.starts_with("$") ? parameter->name.substr(1) : parameter->name,
           value->second.str()});
}

}  // namespace barricade
