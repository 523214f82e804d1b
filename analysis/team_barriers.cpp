#include "analysis/team_barriers.h"

namespace barricade {

bool isBarrierOfBlock(const Call& call) {
  const auto& primitive = call.callee->synchronization;
  return call.callee->isBarrier() || (primitive && primitive->primitive == SyncPrimitive::Barrier &&
                                      primitive->arrives && primitive->waits);
}

bool meetsThreads(const Call& call) {
  if (call.callee->isBarrier()) return true;
  const auto& primitive = call.callee->synchronization;
  if (!primitive) return false;
  return primitive->row->participants == Participants::AllOfScope ||
         primitive->row->participants == Participants::CountOfThreads ||
         primitive->row->participants == Participants::ArrivalsExpected;
}

bool meetsLanes(const Call& call) {
  const auto& primitive = call.callee->synchronization;
  return primitive && (primitive->row->participants == Participants::LanesOfMask ||
                       primitive->primitive == SyncPrimitive::TileBarrier);
}

bool ordersAlike(const Call& call, bool areTogether) {
  const Synchronization& primitive = *call.callee->synchronization;
  if (call.callee->isBarrier() || primitive.primitive == SyncPrimitive::Exchange) return true;
  if (primitive.primitive == SyncPrimitive::Barrier)
    return primitive.scope == Scope::Block && primitive.arrives && primitive.waits;
  const bool isOfParts = primitive.primitive == SyncPrimitive::WarpBarrier ||
                         primitive.primitive == SyncPrimitive::TileBarrier;
  if (!isOfParts || !areTogether) return false;
  const auto position = primitive.position(SyncParameter::Mask);
  const Expr mask = position ? call.args[*position] : nullptr;
  return !mask || (mask->isLiteral() && mask->value() == (BigInt(1) << mask->type()->width()) - 1);
}

}  // namespace barricade
