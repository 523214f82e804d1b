// Which channels (counters.h) a procedure has, by the calls in its body.
#include "analysis/channels.h"

#include <algorithm>

namespace barricade {
namespace {

bool isObjectCall(const Synchronization& what) {
  switch (what.primitive) {
    case SyncPrimitive::ObjectInit:
    case SyncPrimitive::ObjectInvalidate:
    case SyncPrimitive::ObjectArrive:
    case SyncPrimitive::ObjectDrop:
    case SyncPrimitive::ObjectExpect:
    case SyncPrimitive::ObjectCopies:
    case SyncPrimitive::ObjectWait:
    case SyncPrimitive::ObjectTest: return true;
    case SyncPrimitive::AsyncCopy: return what.position(SyncParameter::Object).has_value();
    case SyncPrimitive::Barrier:
    case SyncPrimitive::WarpBarrier:
    case SyncPrimitive::TileBarrier:
    case SyncPrimitive::NamedBarrier:
    case SyncPrimitive::Exchange:
    case SyncPrimitive::ActiveMask:
    case SyncPrimitive::WarpRead:
    case SyncPrimitive::WarpWrite:
    case SyncPrimitive::Fence:
    case SyncPrimitive::CopyCommit:
    case SyncPrimitive::CopyWait:
    case SyncPrimitive::Exit: break;
  }
  return false;
}

Expr argumentOf(const Call& call, SyncParameter parameter) {
  const auto position = call.callee->synchronization->position(parameter);
  return position ? call.args[*position] : nullptr;
}

const Variable* objectOf(const Call& call) {
  return argumentOf(call, SyncParameter::Object)->variable();
}

unsigned elementsOf(const Array& array) {
  BigInt elements = 1;
  for (const auto& dimension : array.sourceDimensions) elements *= dimension ? *dimension : 0;
  const bool known = !array.sourceDimensions.empty() && elements > 0 && elements <= 64;
  return known ? static_cast<unsigned>(elements) : 0;
}

template <typename Visit>
void forEachCall(const Procedure& procedure, const Visit& visit) {
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements)
      if (const Call* call = statement.as<Call>(); call && call->callee->synchronization)
        visit(*call, *call->callee->synchronization);
}

bool mustOrder(const Call& call, SyncParameter memory) {
  const Expr flag = argumentOf(call, memory);
  return call.callee->synchronization->order != MemoryOrder::Relaxed &&
         (!flag || (flag->isLiteral() && flag->value() != 0));
}

}  // namespace

std::optional<Channel> channelFor(const Procedure& procedure, const Call& call) {
  if (!call.callee->synchronization) return std::nullopt;
  const Synchronization& what = *call.callee->synchronization;
  Channel channel;
  if (what.primitive == SyncPrimitive::Barrier && what.arrives != what.waits) {
    channel.scope = what.scope;
    return channel;
  }
  if (what.primitive == SyncPrimitive::NamedBarrier) {
    const Expr id = argumentOf(call, SyncParameter::BarrierId);
    if (!id->isLiteral()) return std::nullopt;
    channel.kind = Channel::Kind::Named;
    channel.number = id->value();
    return channel;
  }
  if (!isObjectCall(what)) return std::nullopt;
  channel.kind = Channel::Kind::Objects;
  channel.array = objectOf(call);
  channel.stages = elementsOf(*channel.array->array);
  // Objects that are named one by one have nothing to do with each other.
  bool named = true;
  forEachCall(procedure, [&](const Call& other, const Synchronization& primitive) {
    if (isObjectCall(primitive) && primitive.primitive != SyncPrimitive::ObjectInit &&
        objectOf(other) == channel.array)
      named = named && argumentOf(other, SyncParameter::ObjectOffset)->isLiteral();
  });
  const Expr offset = argumentOf(call, SyncParameter::ObjectOffset);
  if (named && offset->isLiteral()) {
    channel.single = true;
    channel.stages = 1;
    channel.number = offset->value();
  }
  return channel;
}

bool revealsWrites(const Call& call) {
  const auto& what = call.callee->synchronization;
  return call.callee->ordersThreads() || (what && what->primitive == SyncPrimitive::ObjectWait);
}

bool meetsOtherGroups(const Procedure& procedure) {
  bool meets = false;
  forEachCall(procedure, [&](const Call&, const Synchronization& what) {
    meets = meets || (what.primitive == SyncPrimitive::Barrier && what.scope != Scope::Block);
  });
  return meets;
}

std::string keyOf(const Channel& channel) {
  switch (channel.kind) {
    case Channel::Kind::Halves: return "barrier." + std::string(toString(channel.scope));
    case Channel::Kind::Named: return "named." + channel.number.str();
    case Channel::Kind::Objects:
      return "objects." + channel.array->name + "." +
             (channel.single ? channel.number.str() : "ring");
  }
  return {};
}

std::string Channel::name() const {
  switch (kind) {
    case Kind::Halves: return "the barrier of the " + std::string(toString(scope));
    case Kind::Named: return "named barrier " + number.str();
    case Kind::Objects:
      return (stages == 1 ? "barrier object " : "the barrier objects ") + array->array->sourceName +
             (stages == 1 && elementsOf(*array->array) != 1 ? "[" + number.str() + "]" : "");
  }
  return {};
}

std::vector<Channel> channelsOf(const Procedure& procedure) {
  std::vector<Channel> channels;
  forEachCall(procedure, [&](const Call& call, const Synchronization&) {
    const auto channel = channelFor(procedure, call);
    if (!channel) return;
    auto same = std::find_if(channels.begin(), channels.end(),
                             [&](const Channel& known) { return keyOf(known) == keyOf(*channel); });
    if (same == channels.end()) same = channels.insert(channels.end(), *channel);
    same->ordersLocal &= mustOrder(call, SyncParameter::LocalFence);
    same->ordersGlobal &= mustOrder(call, SyncParameter::GlobalFence);
  });
  return channels;
}

}  // namespace barricade
