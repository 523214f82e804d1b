// Which channels (counters.h) a procedure has, by the calls in its body.
#include "analysis/channels.h"

#include <algorithm>
#include <set>

#include "ir/uses.h"

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
  const BigInt elements = extentOf(array).value_or(0);
  return elements <= 64 ? static_cast<unsigned>(elements) : 0;
}

// What the only assignment to the variable gives it; null: there is another one, or a call.
Expr onlyValueOf(const Procedure& procedure, const Variable* variable) {
  Expr value = nullptr;
  unsigned found = 0;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      forEachAssigned(statement, [&](const Variable* v) { found += v == variable ? 1 : 0; });
      if (const Assign* assign = statement.as<Assign>())
        for (std::size_t t = 0; t < assign->targets.size(); ++t)
          if (assign->targets[t].variable == variable) value = assign->values[t];
    }
  return found == 1 ? value : nullptr;
}

// What is added to a variable offset; with an `or` where no bits meet.
BigInt baseOf(const Procedure& procedure, Expr offset) {
  while (true) {
    if (offset->op() == Op::ZeroExtend || offset->op() == Op::SignExtend) {
      offset = offset->arg(0);
    } else if (offset->op() == Op::Variable && !offset->variable()->array) {
      const Expr value = onlyValueOf(procedure, offset->variable());
      if (!value) return 0;
      offset = value;
    } else {
      break;
    }
  }
  if (offset->op() == Op::BvAdd || offset->op() == Op::IntAdd || offset->op() == Op::BvOr)
    for (unsigned i = 0; i < 2; ++i)
      if (offset->arg(i)->isLiteral()) return offset->arg(i)->value();
  return 0;
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

// Where the rings of an array of objects begin: pipelines have the objects of the producers' phases
// and of the consumers' in one. That each call keeps to its ring is checked (Channel::inTurn).
std::set<BigInt> basesOf(const Procedure& procedure, const Variable* array) {
  std::set<BigInt> bases;
  forEachCall(procedure, [&](const Call& call, const Synchronization& primitive) {
    if (!isObjectCall(primitive) || primitive.primitive == SyncPrimitive::ObjectInit ||
        objectOf(call) != array)
      return;
    const Expr offset = argumentOf(call, SyncParameter::ObjectOffset);
    if (!offset->isLiteral()) bases.insert(baseOf(procedure, offset));
  });
  return bases;
}

// That which `base` is in: up to where the next one begins, or the array ends.
void chooseRing(Channel& channel, const std::set<BigInt>& bases, const BigInt& base) {
  const auto next = bases.upper_bound(base);
  const BigInt elements = channel.stages;
  const BigInt end = next == bases.end() || *next > elements ? elements : *next;
  channel.number = next == bases.begin() ? BigInt(0) : *std::prev(next);
  channel.stages = end > channel.number ? static_cast<unsigned>(end - channel.number) : 0;
}

}  // namespace

const Synchronization* primitiveOf(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->synchronization ? &*call->callee->synchronization : nullptr;
}

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
  const Expr offset = argumentOf(call, SyncParameter::ObjectOffset);
  const std::set<BigInt> bases = basesOf(procedure, channel.array);
  // Objects that are named one by one have nothing to do with each other.
  if (bases.empty() && offset->isLiteral()) {
    channel.single = true;
    channel.stages = 1;
    channel.number = offset->value();
  } else if (channel.stages > 0) {
    chooseRing(channel, bases, offset->isLiteral() ? offset->value() : baseOf(procedure, offset));
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
      return "objects." + channel.array->name + "." + (channel.single ? "" : "ring.") +
             channel.number.str();
  }
  return {};
}

std::string Channel::name() const {
  switch (kind) {
    case Kind::Halves: return "the barrier of the " + std::string(toString(scope));
    case Kind::Named: return "named barrier " + number.str();
    case Kind::Objects:
      if (elementsOf(*array->array) == stages)
        return (stages == 1 ? "barrier object " : "the barrier objects ") +
               array->array->sourceName;
      return (stages == 1 ? "barrier object " : "the barrier objects from ") +
             array->array->sourceName + "[" + number.str() + "]" + (stages == 1 ? "" : " on");
  }
  return {};
}

bool Channel::mayBe(const Expr& offset) const {
  return !offset->isLiteral() ||
         (offset->value() >= number && offset->value() < number + std::max(stages, 1U));
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
