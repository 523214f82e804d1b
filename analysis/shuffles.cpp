#include "analysis/shuffles.h"

#include <algorithm>

namespace barricade {

bool isShuffle(const Call& call) {
  const auto& primitive = call.callee->synchronization;
  if (!primitive || primitive->primitive != SyncPrimitive::Exchange || call.results.size() != 1)
    return false;
  const ExchangeFunction function = primitive->row->exchange;
  return function == ExchangeFunction::Shuffle || function == ExchangeFunction::ShuffleUp ||
         function == ExchangeFunction::ShuffleDown || function == ExchangeFunction::ShuffleXor;
}

bool hasShuffles(const Kernel& kernel, const LaunchFacts& launch) {
  constexpr unsigned warpSize = 32;
  const Variable* size = kernel.program().launchConstant({LaunchConstant::Kind::SubGroupSize, 0});
  const auto fixed = size ? launch.constants.find(size) : launch.constants.end();
  if (fixed != launch.constants.end() && fixed->second->value() != warpSize) return false;
  return std::ranges::any_of(kernel.procedure().blocks, [](const auto& block) {
    return std::ranges::any_of(block->statements, [](const Statement& statement) {
      const Call* call = statement.as<Call>();
      return call && isShuffle(*call);
    });
  });
}

}  // namespace barricade
