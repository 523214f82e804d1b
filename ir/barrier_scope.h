// Which threads a barrier joins: those of one block, all of the launch, or those of one warp.
#pragma once

#include <string_view>

namespace barricade {

enum class BarrierScope { Block, Grid, Warp };

constexpr std::string_view toString(BarrierScope scope) {
  switch (scope) {
    case BarrierScope::Block: return "block";
    case BarrierScope::Grid: return "grid";
    case BarrierScope::Warp: return "warp";
  }
  return "";
}

}  // namespace barricade
