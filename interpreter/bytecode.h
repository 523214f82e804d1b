// The code the interpreter runs: a kernel and the procedures it calls, compiled for one launch to
// instructions over 64-bit registers.
//
// Every procedure has a frame of registers: variables, constants (part of the frame's image) and
// temporaries. A value wider than 64 bits lies in consecutive registers, least significant limb
// first; booleans are 0 and 1; integers (math-int mode) are checked 64-bit numbers. Uniform
// constants of the launch are compiled in, thread and group ids are filled in at a call.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/functions.h"
#include "interpreter/interpreter.h"
#include "ir/program.h"

namespace barricade {

enum class Code : std::uint16_t {
  // d := operation on registers a, b. `imm` is the mask of the result's width unless said.
  Move,
  Not,
  And,
  Or,
  Xor,
  Implies,
  Add,
  Sub,
  Mul,
  UDiv,
  URem,
  SDiv,
  SRem,
  SMod,
  Shl,
  LShr,
  AShr,
  BvNot,
  Neg,
  Equal,
  NotEqual,
  Ult,
  Ule,
  Slt,
  Sle,           // signed ones: `width` of the operands
  Ite,           // a ? b : register imm
  Concat,        // b has `width` bits
  Extract,       // a from bit `width`
  SignExtend,    // a has `width` bits
  LeadingZeros,  // of a, `width` bits
  IntAdd,
  IntSub,
  IntMul,
  IntDiv,
  IntMod,
  IntNeg,  // checked; `imm` is a site
  // Wide values: `width` limbs.
  MoveWide,
  EqualWide,
  IteWide,
  Wide,  // d := wides[imm]
  Host,  // d := hosts[imm]
  // Memory: array `width`, index register b, value register d, site imm.
  Load,
  LoadQuiet,
  Store,
  CopyArray,    // array d := array imm
  Atomic,       // atomics[imm]
  AsyncCopy,    // asyncCopies[imm]
  Wait,         // handle register a, site imm
  Synchronize,  // syncs[imm]
  Exit,         // site imm
  // Control: code address d.
  Jump,
  JumpIf,
  JumpIfNot,  // condition a
  Choose,     // one of choices[imm]
  LoopEnter,
  LoopNext,  // counter register d
  Steps,     // imm statements
  Call,      // calls[imm]
  Return,
  Barrier,
  GridBarrier,  // fences in registers a (local) and b (global), site imm
  // Checks.
  Check,        // condition a, checks[imm]
  Assume,       // condition a, site imm
  Arbitrary,    // register d, `width` bits (0: an integer)
  TraceAssign,  // assignments[imm] has happened
  Branch,       // a branch on condition a comes, site imm
};

// a and b are registers in every instruction, whether it uses them or not.
struct Instruction {
  Code code;
  std::uint16_t width = 0;
  std::uint32_t d = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t imm = 0;
};

// A place in the code that reports speak of.
struct AccessSite {
  struct EnclosingLoop {
    std::uint32_t counter;  // register
    std::uint32_t loop;     // CompiledProgram::loops
  };
  LocationId location = noLocation;
  TextPosition text;
  const Array* array = nullptr;
  std::vector<EnclosingLoop> loops;  // of the procedure, outermost first
};

struct CheckPoint {
  FindingKind kind;
  std::uint32_t site;
};

// An operator on wide values: the expression gives operator and types.
struct WideOperation {
  Expr expression;
  std::vector<std::uint32_t> args;
};

struct HostCall {
  HostFunction function;
  std::vector<std::uint32_t> args;
  std::vector<unsigned> widths;
  unsigned resultWidth;
};

struct AtomicOperation {
  enum class Kind {
    Add,
    Sub,
    Exchange,
    Min,
    Max,
    And,
    Or,
    Xor,
    Increment,
    Decrement,
    CompareAndSwap,
    Load,
    Store,
    Unknown
  };
  Kind kind = Kind::Unknown;
  bool isSigned = false;
  bool isFloat = false;
  bool wraps = false;  // Increment, Decrement with a bound as operand (CUDA)
  unsigned parts = 1;
  unsigned part = 1;
  std::uint32_t array = 0;
  std::uint32_t index = 0;
  std::uint32_t result = 0;
  std::vector<std::uint32_t> operands;
  MemoryOrder order = MemoryOrder::Relaxed;
  Scope scope = Scope::Device;
  std::uint32_t site = 0;

  bool reads() const { return kind != Kind::Store; }
  bool writes() const { return kind != Kind::Load; }
  bool counts() const { return kind == Kind::Add || kind == Kind::Increment; }
};

// A call of a primitive that only Interleaving knows.
struct SyncOperation {
  const Synchronization* what = nullptr;
  std::vector<std::uint32_t> parameters;  // registers, or arrays; by position
  std::vector<std::uint32_t> results;     // registers, or arrays
  std::vector<unsigned> resultWidths;     // 0: a truth value or an integer
  unsigned valueWidth = 0;                // of a parameter Value
  std::uint32_t site = 0;
  std::uint32_t sourceSite = 0;  // of a copy's read

  std::optional<std::uint32_t> parameter(SyncParameter which) const {
    const auto position = what->position(which);
    return position ? std::optional(parameters[*position]) : std::nullopt;
  }
};

struct AsyncOperation {
  std::uint32_t destination = 0, source = 0;                        // arrays
  std::uint32_t destinationOffset = 0, sourceOffset = 0, size = 0;  // registers
  std::uint32_t handle = 0, result = 0;                             // registers
  std::uint32_t site = 0;                                           // of the write
  std::uint32_t sourceSite = 0;                                     // of the read
};

struct CallOperation {
  std::uint32_t procedure = 0;           // CompiledProgram::procedures
  std::vector<std::uint32_t> arguments;  // the caller's registers
  std::vector<std::uint32_t> results;
  std::uint32_t site = 0;
};

struct TracedAssignment {
  const Variable* variable;
  std::uint32_t source;  // register
  std::uint32_t site;
};

struct ThreadConstant {
  std::uint32_t target;  // register
  LaunchConstant which;
};

struct CompiledProcedure {
  const Procedure* procedure = nullptr;
  std::uint32_t entry = 0;
  std::vector<std::uint64_t> image;  // of a fresh frame
  std::vector<ThreadConstant> threadConstants;
  struct Slot {
    std::uint32_t first;  // register
    unsigned limbs;
  };
  std::vector<Slot> parameters;
  std::vector<Slot> results;
};

struct CompiledArray {
  const Array* array = nullptr;
  const Variable* variable = nullptr;
  AddressSpace space = AddressSpace::Private;
  unsigned width = 0;          // 0 for integers
  bool modified = false;       // by some instruction: otherwise no access of it can race
  std::optional<BigInt> size;  // elements, where the source gives all dimensions
};

struct CompiledProgram {
  std::vector<Instruction> code;
  std::vector<CompiledProcedure> procedures;  // the kernel first
  std::vector<CompiledArray> arrays;
  std::vector<AccessSite> sites;
  std::vector<SourceChain> loops;  // where they stand in the source
  std::vector<CheckPoint> checks;
  std::vector<WideOperation> wides;
  std::vector<HostCall> hosts;
  std::vector<AtomicOperation> atomics;
  std::vector<AsyncOperation> asyncCopies;
  std::vector<SyncOperation> syncs;
  std::vector<CallOperation> calls;
  std::vector<std::vector<std::uint32_t>> choices;
  std::vector<TracedAssignment> assignments;
  std::vector<std::string> notes;
  bool excusesExited = false;
  // Threads have to take turns: warps, scopes, memory orders or copies of single threads matter.
  bool interleaves = false;
};

// A construct that cannot be run. `what` reads after "cannot run: ".
struct UnsupportedConstruct {
  std::string what;
  LocationId location = noLocation;
  TextPosition text;
};

// Instructions that only tell what happens.
struct Telling {
  bool assignments = false;  // TraceAssign
  bool branches = false;     // Branch
};

// `values` holds the uniform constants of the launch. Throws UnsupportedConstruct.
CompiledProgram compile(const Program& program, const Procedure& kernel,
                        const std::map<const Variable*, BigInt>& values, Telling telling);

}  // namespace barricade
