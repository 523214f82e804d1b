// The vocabulary of synchronisation: one table of primitives that lowering, verifier, interpreter
// and repair share. Who takes part, what is ordered and what is an error is said here in short and
// in docs/ir.md, "Synchronisation", in full. What each reader of the IR makes of it is its own.
//
// Sources: CUDA C++ Programming Guide 13 (warp functions, cooperative groups, asynchronous
// barriers and copies), PTX ISA 8.x (barrier, mbarrier, cp.async, memory consistency model),
// OpenCL 3.0.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace barricade {

// A set of threads around a thread. `Device` is the grid: a launch has one device.
enum class Scope { Thread, Warp, Tile, Block, Cluster, Device, System };

// Whether an operation of that scope surely includes the other threads of the same block; those of
// other blocks. Any other block may belong to another cluster.
constexpr bool includesOwnBlock(Scope scope) {
  return scope >= Scope::Block;
}
constexpr bool includesOtherBlocks(Scope scope) {
  return scope >= Scope::Device;
}

enum class MemoryOrder { Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent };

std::string_view toString(Scope scope);
std::string_view toString(MemoryOrder order);
std::optional<Scope> scopeNamed(std::string_view name);  // "grid" is "device"
std::optional<MemoryOrder> memoryOrderNamed(std::string_view name);

constexpr bool acquires(MemoryOrder order) {
  return order != MemoryOrder::Relaxed && order != MemoryOrder::Release;
}
constexpr bool releases(MemoryOrder order) {
  return order != MemoryOrder::Relaxed && order != MemoryOrder::Acquire;
}

enum class SyncPrimitive {
  Barrier,  // of a block, a cluster or the grid, whole or one of its halves
  WarpBarrier,
  TileBarrier,
  NamedBarrier,
  ObjectInit,  // barrier objects (mbarrier)
  ObjectInvalidate,
  ObjectArrive,
  ObjectDrop,
  ObjectExpect,
  ObjectCopies,
  ObjectWait,
  ObjectTest,
  Exchange,  // of values between lanes
  ActiveMask,
  WarpRead,
  WarpWrite,
  Fence,
  AsyncCopy,
  CopyCommit,
  CopyWait,
  Exit,
};

enum class ExchangeFunction {
  Shuffle,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  Ballot,
  Any,
  All,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceMin,
  ReduceMax,
  ReduceUnsignedMin,
  ReduceUnsignedMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  Opaque,
};

enum class BarrierReduction { Count, And, Or };

// Who takes part in one execution of a primitive.
enum class Participants {
  Caller,
  LanesOfMask,       // of the caller's warp, without those that have exited when that is excused
  LanesPresent,      // some lanes of the warp, the caller among them
  Tile,              // likewise without exited threads, as of the next
  AllOfScope,        // group, cluster or grid
  CountOfThreads,    // any so many threads of the group
  ArrivalsExpected,  // as the barrier object was initialised
};

enum class Ordering {
  Nothing,
  Participants,     // what each did before with what each does after
  ArrivalsToWaits,  // before an arrival with after a wait for the same phase
  WithAtomics,      // makes later atomic writes releases, earlier atomic reads acquires
  CopiesToCaller,   // the end of copies with what the caller does after
};

// What a parameter or result of a primitive is. The letters spell the shapes of the table.
enum class SyncParameter : char {
  LocalFence = 'l',
  GlobalFence = 'g',
  Mask = 'm',
  TileSize = 's',
  BarrierId = 'i',
  Count = 'c',
  Flag = 'f',
  Object = 'O',  // the array that holds it
  ObjectOffset = 'o',
  Arrivals = 'a',
  Token = 't',
  Bytes = 'b',
  Value = 'v',
  Lane = 'n',  // or a distance between lanes
  Width = 'w',
  Array = 'A',
  Offset = 'x',
  Rows = 'r',
  Columns = 'k',
  Stride = 'y',
  DestinationOffset = 'd',
  Source = 'S',
  SourceOffset = 'p',
  Elements = 'e',
  Zeros = 'z',
  Groups = 'q',
  Destination = 'D',  // a result
};

struct SyncRow {
  SyncPrimitive primitive;
  std::string_view attribute;  // of the procedure's declaration
  std::string_view argument;   // of that attribute; of barriers, the scope
  std::string_view name;       // for messages: "warp barrier"
  // Letters of SyncParameter; what stands in brackets may be missing as a whole. Results: `*` is
  // any number.
  std::string_view parameters;
  std::string_view results;
  Participants participants;
  Ordering ordering;
  std::string_view error;  // what goes wrong when it is used wrongly
  ExchangeFunction exchange = ExchangeFunction::Opaque;
};

std::span<const SyncRow> synchronizationTable();

// What the attributes of a procedure say.
struct Synchronization {
  const SyncRow* row = nullptr;
  SyncPrimitive primitive = SyncPrimitive::Barrier;
  Scope scope = Scope::Block;
  MemoryOrder order = MemoryOrder::AcquireRelease;
  bool arrives = true;  // both are a whole barrier, one alone a half
  bool waits = true;
  std::optional<BarrierReduction> reduction;
  bool parity = false;     // ObjectWait, ObjectTest: of the phase, no token
  bool bulk = false;       // AsyncCopy, CopyCommit, CopyWait
  bool all = false;        // CopyWait
  bool reads = false;      // CopyWait: of sources only
  std::string parameters;  // a letter for each parameter of the procedure

  // The position of a parameter; nothing when the procedure has none such.
  std::optional<std::size_t> position(SyncParameter parameter) const {
    const std::size_t found = parameters.find(static_cast<char>(parameter));
    return found == std::string::npos ? std::nullopt : std::optional(found);
  }
  bool ordersMemory() const {
    return row->ordering != Ordering::Nothing && order != MemoryOrder::Relaxed;
  }
  // Whether it is a barrier of a block or of the grid as Bugle has it.
  bool isPlainBarrier() const {
    return primitive == SyncPrimitive::Barrier && arrives && waits && !reduction &&
           scope != Scope::Cluster && order == MemoryOrder::AcquireRelease;
  }
};

Synchronization plainBarrier(Scope scope);

// "a parameter 'mask'", for messages.
std::string_view nameOf(SyncParameter parameter);

}  // namespace barricade
