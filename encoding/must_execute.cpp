#include "encoding/must_execute.h"

#include <unordered_map>

#include "encoding/participation.h"

namespace barricade {

Expr MustExecute::barrierIn(const Block& block, std::optional<AddressSpace> space) const {
  Expr result = run_.terms.no();
  for (const Statement& statement : block.statements) {
    const Call* call = statement.as<Call>();
    if (!call) continue;
    if (call->callee->ordersThreads()) result = run_.terms.lor(result, ends(*call, space));
  }
  return result;
}

// Warp barriers end accesses of threads that come to them together, but need not keep a thread that
// is out of the loop from passing: calls match wherever they stand.
Expr MustExecute::ends(const Call& call, std::optional<AddressSpace> space) const {
  const Participation participation(run_);
  switch (call.callee->synchronization->primitive) {
    case SyncPrimitive::Barrier: {
      const Synchronization& barrier = *call.callee->synchronization;
      if (!barrier.arrives || !barrier.waits || !mustFence(call, space)) return run_.terms.no();
      return run_.terms.land(run_.isEnabled(call), participation.within(barrier.scope));
    }
    case SyncPrimitive::WarpBarrier:
    case SyncPrimitive::TileBarrier: {
      const Synchronization& primitive = *call.callee->synchronization;
      if (!space || !primitive.ordersMemory() || !mustFence(call, space)) return run_.terms.no();
      if (const auto size = primitive.position(SyncParameter::TileSize))
        return call.args[*size]->isLiteral() ? participation.sameTile(call.args[*size])
                                             : run_.terms.no();
      return participation.namesAll(call.args[*primitive.position(SyncParameter::Mask)])
                 ? run_.terms.land(run_.isEnabled(call), participation.sameWarp())
                 : run_.terms.no();
    }
    case SyncPrimitive::NamedBarrier:
    case SyncPrimitive::ObjectInit:
    case SyncPrimitive::ObjectInvalidate:
    case SyncPrimitive::ObjectArrive:
    case SyncPrimitive::ObjectDrop:
    case SyncPrimitive::ObjectExpect:
    case SyncPrimitive::ObjectCopies:
    case SyncPrimitive::ObjectWait:
    case SyncPrimitive::ObjectTest:
    case SyncPrimitive::Exchange:
    case SyncPrimitive::ActiveMask:
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite:
    case SyncPrimitive::Fence:
    case SyncPrimitive::AsyncCopy:
    case SyncPrimitive::CopyCommit:
    case SyncPrimitive::CopyWait:
    case SyncPrimitive::Exit: break;
  }
  return run_.terms.no();
}

Expr MustExecute::barrierIn(const Loop& loop, std::optional<AddressSpace> space) {
  auto [known, added] = known_.try_emplace({loop.index, space}, nullptr);
  if (!added) return known->second;
  Terms& terms = run_.terms;
  const ControlFlow& flow = run_.kernel.flow();
  std::unordered_map<unsigned, Expr> atEnd;
  for (unsigned b : loop.blocks) {
    Expr met = b == loop.header ? terms.no() : terms.yes();
    if (b != loop.header)
      for (unsigned p : flow.predecessors(b))
        if (auto it = atEnd.find(p); it != atEnd.end()) met = terms.land(met, it->second);
    atEnd[b] = terms.lor(met, barrierIn(*run_.kernel.procedure().blocks[b], space));
  }
  Expr all = terms.yes();
  for (unsigned latch : loop.latches) all = terms.land(all, atEnd.at(latch));
  return known->second = all;
}

}  // namespace barricade
