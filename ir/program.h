// The program: declarations, procedures, blocks and statements of the IR (docs/ir.md).
//
// All names are resolved: an expression refers to Variable and Function objects, a call to its
// Procedure, a goto to its Blocks. Structured statements of the text (`if`, `while`) have become
// blocks. Attributes are kept as written, and what Barricade understands of them stands beside
// them as typed facts (Array, LaunchConstant, Procedure::Role, ...), set by the front end.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "ir/site_id.h"
#include "ir/source.h"
#include "ir/synchronization.h"
#include "ir/type.h"

namespace barricade {

//--- Attributes -----------------------------------------------------------------------------

using AttributeArg = std::variant<std::string, Expr>;

struct Attribute {
  std::string name;
  std::vector<AttributeArg> args;
};

using Attributes = std::vector<Attribute>;

const Attribute* findAttribute(const Attributes& attributes, std::string_view name);
bool hasAttribute(const Attributes& attributes, std::string_view name);
// Whether `value` is one of the attribute's arguments: "$n" of `{:unsigned "$n", "$m"}`.
bool hasArgument(const Attributes& attributes, std::string_view name, std::string_view value);

//--- Variables ------------------------------------------------------------------------------

enum class AddressSpace { Global, GroupShared, Constant, Private };

enum class AccessKind { Read, Write, Atomic };

// A memory object: a map variable together with what `{:array_info}` says of it.
struct Array {
  Variable* variable = nullptr;
  AddressSpace space = AddressSpace::Private;
  unsigned elementWidth = 0;        // bits of one modelled element: those of the map's range, or
                                    // more where that has less than a byte
  unsigned sourceElementWidth = 0;  // bits of one element of the source's type, with padding
  std::vector<std::optional<BigInt>> sourceDimensions;  // outermost first; nullopt is unknown
  std::string sourceName;  // the variable's name without `$$` when not given

  // Whether two threads can conflict on it at all.
  bool canRace() const {
    return space == AddressSpace::Global || space == AddressSpace::GroupShared;
  }
};

// How many elements of the model it has; nothing when a dimension is unknown.
std::optional<BigInt> extentOf(const Array& array);

// One of the constants of the launch (docs/ir.md, "Constants of the launch").
struct LaunchConstant {
  enum class Kind {
    LocalId,
    GroupId,
    GroupSize,
    NumGroups,
    ClusterSize,
    GlobalOffset,
    WorkDim,
    SubGroupSize
  };
  Kind kind;
  unsigned dimension = 0;  // 0, 1, 2 for x, y, z
  bool operator==(const LaunchConstant&) const = default;
  // Whether it differs between the threads of a launch.
  bool isThreadId() const { return kind == Kind::LocalId || kind == Kind::GroupId; }
};

// What a global variable or constant stands for beyond its type.
enum class VariableRole {
  Plain,
  Array,    // `array` is set
  Launch,   // `launch` is set
  Enabled,  // __enabled
  DominatorEnabled,
  WatchedOffset,  // _WATCHED_OFFSET, or _WATCHED_OFFSET_$$A with `subject` A
  HasOccurred,    // _READ_HAS_OCCURRED_$$A: `access` and `subject`
  AccessOffset,   // _READ_OFFSET_$$A: `access` and `subject`
  UsedMap,        // _USED_$$A: `subject`
  Candidate,      // {:existential true} _cN
  ArrayId,        // $arrayId$$A: `subject` ($arrayId$$null$ has none)
  FunctionId,     // $functionId$$f
};

struct Variable {
  enum class Kind { Global, Constant, Parameter, Result, Local, Bound };

  std::string name;
  Kind kind = Kind::Local;
  Type type = nullptr;
  std::string typeSpelling;  // as declared ("ptr"); empty for Type::toString()
  Attributes attributes;
  bool unique = false;  // const unique
  VariableRole role = VariableRole::Plain;
  Array* array = nullptr;
  std::optional<LaunchConstant> launch;
  AccessKind access = AccessKind::Read;
  Variable* subject = nullptr;  // the array's variable
  TextPosition text;

  bool isThreadId() const { return launch && launch->isThreadId(); }
};

//--- Functions ------------------------------------------------------------------------------

struct Function {
  std::string name;
  std::vector<Variable*> parameters;  // Kind::Bound; an unnamed parameter has an empty name
  Type result = nullptr;
  std::string resultSpelling;
  Attributes attributes;
  Expr body = nullptr;        // {:inline true} functions
  std::optional<Op> builtin;  // {:bvbuiltin}; then never the function of an Op::Apply
  TextPosition text;

  // `__other_bv32`, `__other_bool`: the value of an expression in the other thread of a pair.
  bool isOtherThread() const { return name.starts_with("__other_"); }
  // Whether it gives the lane that `elect.sync` chooses of its argument, a mask.
  bool isElectedLane() const { return name.starts_with("__elected_"); }
};

//--- Statements -----------------------------------------------------------------------------

struct Block;
struct Procedure;

// `variable` or `map[i]..[k]`.
struct Target {
  Variable* variable = nullptr;
  std::vector<Expr> indices;
};

struct Assign {  // parallel; also a whole-array copy `$$A := $$B`
  std::vector<Target> targets;
  std::vector<Expr> values;
};

struct Havoc {
  std::vector<Variable*> targets;
};

struct Assert {
  enum class Kind {
    Check,             // a real assertion
    Precondition,      // {:precondition}: of a call that has been inlined
    Postcondition,     // {:postcondition}
    Arithmetic,        // {:arithmetic "what"}: nothing overflows (analysis/arithmetic_checks.h)
    Alignment,         // {:alignment n}: of a place within an array (analysis/alignment_checks.h)
    Declaration,       // {:alignment n} {:declared "array"}: of where the array begins
    Marker,            // {:sourceloc}: gives the location of the access after it
    BlockMarker,       // {:block_sourceloc}
    Invariant,         // {:originated_from_invariant}
    BadPointerAccess,  // {:bad_pointer_access}
  };
  Kind kind = Kind::Check;
  Expr condition = nullptr;
  bool predicated = true;               // false: {:do_not_predicate}
  const Variable* candidate = nullptr;  // _cN of `_cN ==> e`; `condition` is then only e
  bool optional = false;                // an invariant to be tried: no finding when it fails

  // Whether it is a real assertion, whatever it comes from.
  bool isCheck() const {
    return kind == Kind::Check || kind == Kind::Precondition || kind == Kind::Postcondition ||
           kind == Kind::Arithmetic || isOfAlignment();
  }
  bool isOfAlignment() const { return kind == Kind::Alignment || kind == Kind::Declaration; }
  // Whether it only gives a location.
  bool isMarker() const { return kind == Kind::Marker || kind == Kind::BlockMarker; }
};

struct Assume {
  Expr condition = nullptr;
  bool partition = false;  // {:partition}: the guard of the branch into this block
  bool predicated = true;
};

// An atomic operation's parameters (docs/ir.md, "Statements").
struct AtomicInfo {
  std::string function;
  std::vector<Expr> args;
  unsigned parts = 1;
  unsigned part = 1;  // from 1
  MemoryOrder order = MemoryOrder::Relaxed;
  Scope scope = Scope::Device;
};

// A call. By the role of the callee:
//   AtomicOp        results = {old value, array}, args = {array, offset}; `atomic` is set
//   AsyncCopy       results = {handle, destination}, args = {dst offset, source, src offset,
//                   size (elements), handle}
//   Synchronization   as the callee's `synchronization` says
//   Barrier, GridBarrier   args = {local fence, global fence}; `site` by {:barrier_variable}, as
//                   `barricade instrument` prints it
struct Call {
  Procedure* callee = nullptr;
  std::vector<Variable*> results;
  std::vector<Expr> args;
  std::optional<AtomicInfo> atomic;
  SiteId site;
  // Of an arrival that one lane makes for its warp: whether it is that one; of the barrier before
  // it: of how many lanes (analysis/delegated_arrivals.h).
  Expr elects = nullptr;
  unsigned delegates = 0;
};

struct Statement {
  std::variant<Assign, Havoc, Assert, Assume, Call> node;
  Attributes attributes;
  LocationId location = noLocation;  // own location, else that of the marker before it
  TextPosition text;

  template <typename T>
  T* as() {
    return std::get_if<T>(&node);
  }
  template <typename T>
  const T* as() const {
    return std::get_if<T>(&node);
  }
};

struct Block {
  std::string label;
  unsigned index = 0;  // position in Procedure::blocks
  std::vector<Statement> statements;
  std::vector<Block*> successors;    // empty: return
  LocationId location = noLocation;  // of the block marker
};

//--- Procedures -----------------------------------------------------------------------------

struct Specification {
  enum class Kind { Requires, Ensures, Modifies };
  Kind kind = Kind::Requires;
  Expr condition = nullptr;         // requires, ensures
  std::vector<Variable*> modified;  // modifies
  bool free = false;
  bool predicated = true;           // false: {:do_not_predicate}
  bool procedureWide = false;       // {:procedure_wide_invariant}: asserted at each loop head
  bool candidateInvariant = false;  // {:candidate}
  Attributes attributes;
  LocationId location = noLocation;
  TextPosition text;
};

struct Procedure {
  enum class Role {
    Ordinary,
    Kernel,
    Barrier,
    GridBarrier,
    BarrierInvariant,
    BinaryBarrierInvariant,
    AtomicOp,
    AsyncCopy,
    WaitEvents,
    Synchronization,  // another primitive of ir/synchronization.h
  };

  std::string name;
  std::string sourceName;  // {:source_name}, else the name without `$`
  Role role = Role::Ordinary;
  std::optional<barricade::Synchronization> synchronization;  // of barriers, too
  bool excusesExited = false;  // a kernel: barriers go without threads that have ended
  Attributes attributes;
  std::vector<Variable*> parameters;
  std::vector<Variable*> results;
  std::vector<Specification> specifications;
  std::vector<Variable*> locals;
  std::vector<std::unique_ptr<Block>> blocks;  // the first is the entry; empty without body
  TextPosition text;

  bool hasBody() const { return !blocks.empty(); }
  // Bugle leaves a fence as a procedure without body.
  bool isFence() const {
    if (synchronization) return synchronization->primitive == SyncPrimitive::Fence;
    return role == Role::Ordinary && !hasBody() && sourceName.find("fence") != std::string::npos;
  }
  bool isBarrier() const { return role == Role::Barrier || role == Role::GridBarrier; }
  // Whether it is a barrier of some kind that orders what its participants do.
  bool ordersThreads() const {
    return synchronization && synchronization->row->ordering == Ordering::Participants &&
           synchronization->ordersMemory();
  }
  bool statesBarrierInvariant() const {
    return role == Role::BarrierInvariant || role == Role::BinaryBarrierInvariant;
  }
  Block* entry() const { return blocks.front().get(); }
  Block* addBlock(std::string label);  // label must be unused in this procedure
};

//--- Program --------------------------------------------------------------------------------

struct TypeSynonym {
  std::string name;
  Type type = nullptr;
  std::string spelling;  // of the right-hand side
};

struct Axiom {
  Expr condition = nullptr;
  Attributes attributes;
  TextPosition text;
};

// One top-level declaration, in the order of the text.
using Declaration = std::variant<TypeSynonym*, Variable*, Axiom*, Function*, Procedure*>;

class Program {
 public:
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::string fileName;  // of the main IR file, for diagnostics
  SourceMap sources;
  std::vector<Declaration> declarations;
  unsigned pointerWidth = 32;  // bits of _SIZE_T_TYPE
  bool mathInt = false;        // integers instead of bit vectors

  ExprPool& pool() const { return *pool_; }

  // New objects, owned by the program; only the add* functions also declare them.
  TypeSynonym* addSynonym();
  Axiom* addAxiom();
  Function* addFunction();
  Procedure* addProcedure();
  Variable* addVariable();  // a global variable or constant
  Variable* newVariable();  // parameter, result, local, bound
  Function* newFunction();  // not declared: a symbol of the verification condition
  Array* newArray();

  // In order of declaration.
  std::vector<Variable*> globals() const;  // variables and constants
  std::vector<Array*> arrays() const;
  std::vector<Axiom*> axioms() const;
  std::vector<Function*> functions() const;
  std::vector<Procedure*> procedures() const;
  std::vector<Procedure*> kernels() const;
  Procedure* barrier() const;                            // the {:barrier} procedure, or null
  Procedure* gridBarrier() const;                        // the {:grid_barrier} procedure, or null
  Variable* launchConstant(LaunchConstant which) const;  // null when not declared

 private:
  std::unique_ptr<ExprPool> pool_;
  std::deque<TypeSynonym> synonyms_;
  std::deque<Axiom> axioms_;
  std::deque<Function> functions_;
  std::deque<Procedure> procedures_;
  std::deque<Variable> variables_;
  std::deque<Array> arrays_;
};

}  // namespace barricade
