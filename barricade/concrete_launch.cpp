#include "barricade/concrete_launch.h"

#include <limits>

#include "interpreter/run_request.h"

namespace barricade {

namespace {

std::array<std::optional<std::uint64_t>, 3> concreteSizes(const LaunchSizes& sizes) {
  std::array<std::optional<std::uint64_t>, 3> result;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] && sizes[i]->value) result[i] = static_cast<std::uint64_t>(*sizes[i]->value);
  }
  return result;
}

}  // namespace

std::optional<std::string> prepareLaunch(const Program& program, const Procedure& kernel,
                                         const Settings& settings, LaunchConfiguration& launch) {
  launch.groupSize = concreteSizes(settings.verify.groupSize);
  launch.numGroups = concreteSizes(settings.verify.numGroups);
  for (std::size_t i = 0; i < 3; ++i) {
    auto global = concreteSizes(settings.verify.globalSize)[i];
    if (global && launch.groupSize[i]) launch.numGroups[i] = *global / *launch.groupSize[i];
  }
  for (const std::string& text : settings.run.arguments) {
    if (auto problem = applyArgument(program, kernel, text, launch)) return problem;
  }
  for (const std::string& text : settings.run.arrays) {
    if (auto problem = applyArray(program, text, launch)) return problem;
  }
  return std::nullopt;
}

std::uint64_t stepLimit(const Settings& settings) {
  return settings.run.steps == 0 ? std::numeric_limits<std::uint64_t>::max() : settings.run.steps;
}

}  // namespace barricade
