// Arrivals at a barrier object that one lane makes for its warp, as buffers of a ring are released:
//
//     __syncwarp();
//     if (lane == 0) arrive(&empty[stage]);
//
// The warp barrier orders what every lane has done before it with the arrival. So all lanes count
// the arrival where the barrier stands (counters.h). That the lanes come there together, and that
// one of them arrives, is checked where the block's size is known (encoding/channel_members.h);
// if not, only those who arrive take part, whose counts are the same.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct DelegatedArrival {
  Statement* barrier = nullptr;
  unsigned lanes = 0;  // that meet there, from the first of the warp on
  Statement* arrival = nullptr;
  Expr elects = nullptr;  // of ids and sizes: whether the lane arrives
};

// Of those objects at which every arrival is one.
std::vector<DelegatedArrival> findDelegatedArrivals(Program& program, Procedure& procedure);

}  // namespace barricade
