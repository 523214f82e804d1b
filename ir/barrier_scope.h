// Which threads a barrier joins: those of one block, or all of the launch.
#pragma once

#include <string_view>

namespace barricade {

enum class BarrierScope { Block, Grid };

constexpr std::string_view toString(BarrierScope scope) {
  return scope == BarrierScope::Grid ? "grid" : "block";
}

}  // namespace barricade
