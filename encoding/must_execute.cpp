#include "encoding/must_execute.h"

#include <algorithm>
#include <unordered_map>

#include "encoding/participation.h"

namespace barricade {

namespace {

bool waitsForCopies(const Statement& statement) {
  const Call* call = statement.as<Call>();
  const auto& what = call ? call->callee->synchronization : std::nullopt;
  return what && (what->primitive == SyncPrimitive::CopyWait ||
                  what->primitive == SyncPrimitive::ObjectWait);
}

}  // namespace

Expr MustExecute::barrierIn(const Block& block, std::optional<AddressSpace> space, From from,
                            Expr met) const {
  for (const Statement& statement : block.statements) {
    if (from == From::Wait && waitsForCopies(statement)) met = run_.terms.no();
    const Call* call = statement.as<Call>();
    if (call && call->callee->ordersThreads()) met = run_.terms.lor(met, ends(*call, space));
  }
  return met;
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
  return added ? known->second = barrierIn(loop, space, From::Start) : known->second;
}

// Those in inner loops may be the last thing that these do.
Expr MustExecute::barrierBehindWaits(const Loop& loop, std::optional<AddressSpace> space) const {
  for (unsigned b : loop.blocks)
    if (run_.kernel.flow().innermostLoop(b) != static_cast<int>(loop.index) &&
        std::ranges::any_of(run_.kernel.procedure().blocks[b]->statements, waitsForCopies))
      return run_.terms.no();
  return barrierIn(loop, space, From::Wait);
}

Expr MustExecute::barrierIn(const Loop& loop, std::optional<AddressSpace> space, From from) const {
  Terms& terms = run_.terms;
  const ControlFlow& flow = run_.kernel.flow();
  std::unordered_map<unsigned, Expr> atEnd;
  for (unsigned b : loop.blocks) {
    Expr met = terms.boolean(b != loop.header || from == From::Wait);
    if (b != loop.header)
      for (unsigned p : flow.predecessors(b))
        if (auto it = atEnd.find(p); it != atEnd.end()) met = terms.land(met, it->second);
    atEnd[b] = barrierIn(*run_.kernel.procedure().blocks[b], space, from, met);
  }
  Expr all = terms.yes();
  for (unsigned latch : loop.latches) all = terms.land(all, atEnd.at(latch));
  return all;
}

}  // namespace barricade
