#include "ir/synchronization.h"

#include <array>
#include <utility>

namespace barricade {
namespace {

constexpr std::array<std::pair<std::string_view, Scope>, 8> scopeNames{{
    {"thread", Scope::Thread},
    {"warp", Scope::Warp},
    {"tile", Scope::Tile},
    {"block", Scope::Block},
    {"cluster", Scope::Cluster},
    {"device", Scope::Device},
    {"grid", Scope::Device},
    {"system", Scope::System},
}};

constexpr std::array<std::pair<std::string_view, MemoryOrder>, 5> orderNames{{
    {"relaxed", MemoryOrder::Relaxed},
    {"acquire", MemoryOrder::Acquire},
    {"release", MemoryOrder::Release},
    {"acq_rel", MemoryOrder::AcquireRelease},
    {"seq_cst", MemoryOrder::SequentiallyConsistent},
}};

template <typename Table, typename Value>
std::string_view nameIn(const Table& table, Value value) {
  for (const auto& [name, entry] : table)
    if (entry == value) return name;
  return {};
}

template <typename Value, std::size_t count>
std::optional<Value> valueIn(const std::array<std::pair<std::string_view, Value>, count>& table,
                             std::string_view wanted) {
  for (const auto& [name, entry] : table)
    if (name == wanted) return entry;
  return std::nullopt;
}

using enum SyncPrimitive;
using enum Participants;
using Function = ExchangeFunction;

constexpr std::string_view missing = "a thread that takes part never comes";
constexpr std::string_view maskError =
    "the caller is not in its mask, or a lane of the mask never comes with the same mask";
constexpr std::string_view objectError =
    "no object there, more arrivals than expected, or a phase that is never complete";

constexpr SyncRow exchangeRow(std::string_view argument, std::string_view parameters,
                              std::string_view results, Function function) {
  return {Exchange, "exchange",  argument,          "exchange of lanes", parameters,
          results,  LanesOfMask, Ordering::Nothing, maskError,           function};
}

constexpr SyncRow table[] = {
    {Barrier, "barrier", "block", "block barrier", "[lg]", "", AllOfScope, Ordering::Participants,
     missing},
    {Barrier, "barrier", "cluster", "cluster barrier", "[lg]", "", AllOfScope,
     Ordering::Participants, missing},
    {Barrier, "barrier", "grid", "grid barrier", "[lg]", "", AllOfScope, Ordering::Participants,
     missing},
    {WarpBarrier, "barrier", "warp", "warp barrier", "[lg]m", "", LanesOfMask,
     Ordering::Participants, maskError},
    {TileBarrier, "barrier", "tile", "tile barrier", "[lg]s", "", Tile, Ordering::Participants,
     missing},
    {NamedBarrier, "named_barrier", "", "named barrier", "ic", "", CountOfThreads,
     Ordering::Participants,
     "the id is 16 or more, the count is no multiple of the warp size or is never met, or two "
     "rounds of one id overlap"},
    {ObjectInit, "mbarrier", "init", "barrier object", "Ooc", "", Caller, Ordering::Nothing, ""},
    {ObjectInvalidate, "mbarrier", "invalidate", "barrier object", "Oo", "", Caller,
     Ordering::Nothing, objectError},
    {ObjectArrive, "mbarrier", "arrive", "arrival", "Oo[a]", "[t]", ArrivalsExpected,
     Ordering::ArrivalsToWaits, objectError},
    {ObjectDrop, "mbarrier", "drop", "arrival", "Oo", "[t]", ArrivalsExpected,
     Ordering::ArrivalsToWaits, objectError},
    {ObjectExpect, "mbarrier", "expect", "expectation of bytes", "Oob", "", Caller,
     Ordering::Nothing, objectError},
    {ObjectCopies, "mbarrier", "copies", "arrival of copies", "Oo", "", ArrivalsExpected,
     Ordering::ArrivalsToWaits, objectError},
    {ObjectWait, "mbarrier", "wait", "wait for a phase", "Oot", "", ArrivalsExpected,
     Ordering::ArrivalsToWaits, objectError},
    {ObjectTest, "mbarrier", "test", "test of a phase", "Oot", "f", ArrivalsExpected,
     Ordering::ArrivalsToWaits, objectError},
    exchangeRow("shfl", "mvn[w]", "v", Function::Shuffle),
    exchangeRow("shfl_up", "mvn[w]", "v", Function::ShuffleUp),
    exchangeRow("shfl_down", "mvn[w]", "v", Function::ShuffleDown),
    exchangeRow("shfl_xor", "mvn[w]", "v", Function::ShuffleXor),
    exchangeRow("ballot", "mf", "m", Function::Ballot),
    exchangeRow("any", "mf", "f", Function::Any),
    exchangeRow("all", "mf", "f", Function::All),
    exchangeRow("match_any", "mv", "m", Function::MatchAny),
    exchangeRow("match_all", "mv", "mf", Function::MatchAll),
    exchangeRow("reduce_add", "mv", "v", Function::ReduceAdd),
    exchangeRow("reduce_min", "mv", "v", Function::ReduceMin),
    exchangeRow("reduce_max", "mv", "v", Function::ReduceMax),
    exchangeRow("reduce_umin", "mv", "v", Function::ReduceUnsignedMin),
    exchangeRow("reduce_umax", "mv", "v", Function::ReduceUnsignedMax),
    exchangeRow("reduce_and", "mv", "v", Function::ReduceAnd),
    exchangeRow("reduce_or", "mv", "v", Function::ReduceOr),
    exchangeRow("reduce_xor", "mv", "v", Function::ReduceXor),
    exchangeRow("opaque", "m", "*", Function::Opaque),
    {ActiveMask, "active_mask", "", "active mask", "", "m", LanesPresent, Ordering::Nothing, ""},
    {WarpRead, "warp_read", "", "read by a warp", "mAxrky", "", LanesOfMask, Ordering::Nothing,
     maskError},
    {WarpWrite, "warp_write", "", "write by a warp", "mAxrky", "A", LanesOfMask, Ordering::Nothing,
     maskError},
    {Fence, "fence", "", "fence", "[lg]", "", Caller, Ordering::WithAtomics, ""},
    {AsyncCopy, "async_copy", "", "asynchronous copy", "dSpe[z][Oo]", "D", Caller,
     Ordering::Nothing, "an access of what it writes, or a write of what it reads, before its end"},
    {CopyCommit, "copy_commit", "", "commit of copies", "", "", Caller, Ordering::Nothing, ""},
    {CopyWait, "copy_wait", "", "wait for copies", "[q]", "", Caller, Ordering::CopiesToCaller, ""},
    {Exit, "exit", "", "exit", "", "", Caller, Ordering::Nothing, ""},
};

}  // namespace

std::string_view toString(Scope scope) {
  return nameIn(scopeNames, scope);
}
std::string_view toString(MemoryOrder order) {
  return nameIn(orderNames, order);
}
std::optional<Scope> scopeNamed(std::string_view name) {
  return valueIn(scopeNames, name);
}
std::optional<MemoryOrder> memoryOrderNamed(std::string_view name) {
  return valueIn(orderNames, name);
}

std::span<const SyncRow> synchronizationTable() {
  return table;
}

Synchronization plainBarrier(Scope scope) {
  Synchronization barrier;
  barrier.scope = scope;
  barrier.row = &table[scope == Scope::Device ? 2 : 0];
  barrier.parameters = "lg";
  return barrier;
}

std::string_view nameOf(SyncParameter parameter) {
  switch (parameter) {
    case SyncParameter::LocalFence: return "local";
    case SyncParameter::GlobalFence: return "global";
    case SyncParameter::Mask: return "mask";
    case SyncParameter::TileSize: return "size";
    case SyncParameter::BarrierId: return "id";
    case SyncParameter::Count: return "count";
    case SyncParameter::Flag: return "flag";
    case SyncParameter::Object: return "B";
    case SyncParameter::ObjectOffset: return "offset in B";
    case SyncParameter::Arrivals: return "arrivals";
    case SyncParameter::Token: return "token";
    case SyncParameter::Bytes: return "bytes";
    case SyncParameter::Value: return "value";
    case SyncParameter::Lane: return "lane";
    case SyncParameter::Width: return "width";
    case SyncParameter::Array: return "A";
    case SyncParameter::Offset: return "offset";
    case SyncParameter::Rows: return "rows";
    case SyncParameter::Columns: return "columns";
    case SyncParameter::Stride: return "stride";
    case SyncParameter::DestinationOffset: return "offset in D";
    case SyncParameter::Source: return "S";
    case SyncParameter::SourceOffset: return "offset in S";
    case SyncParameter::Elements: return "elements";
    case SyncParameter::Zeros: return "zeros";
    case SyncParameter::Groups: return "groups";
    case SyncParameter::Destination: return "D";
  }
  return {};
}

}  // namespace barricade
