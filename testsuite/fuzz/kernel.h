// A random kernel as a value: statements in the shape of a source program, which can be generated,
// mutated, shrunk and rendered as IR text. Expressions are IR text of 32-bit words already; an edit
// that breaks their types is refused by the front end, so nothing here needs to know types.
// Variables are x0, i0 (32 bits), w0 (8 bits), u0 (16 bits), l0 (64 bits) and d0 (events), and so
// on.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace barricade::fuzz {

struct Statement;
using Body = std::vector<Statement>;

struct Statement {
  enum class Kind {
    Assign,  // target := value
    Read,    // target := array[index]
    Write,   // array[index] := value
    Atomic,  // target := atomic(array[index], value)
    Branch,  // if (condition) bodies[0] else bodies[1]
    Switch,  // on `value`: bodies[k] for k, the last one for all others
    Loop,    // bodies: before the test, body, step; `testAtEnd`: do-while
    Break,
    Continue,
    Return,
    Barrier,  // its fences are those of threads for which `condition` holds; empty: of all
    GridBarrier,
    Call,       // target := procedure `procedure` (index, value)
    Assert,     // condition
    Assume,     // condition
    Havoc,      // target
    Copy,       // target := event of an asynchronous copy of `value` elements, array[index] onwards
                // from source[condition] onwards; `function` is the event it joins
    Wait,       // for the event `value`
    Primitive,  // target := a primitive of synchronisation `function` (value); primitives.h
  };
  Kind kind = Kind::Assign;
  std::string target, array, index, value, condition, function, source;
  std::string attributes;  // Atomic: its order and scope
  std::string scope;       // Atomic; empty: the device
  std::size_t procedure = 0;
  bool localFence = true, globalFence = true;
  bool testAtEnd = false;
  bool asWord = false;  // Read, Write: four elements of an array of bytes, from 4 * index on
  std::vector<Body> bodies;
};

// Of parameters $a, $b and result r.
struct KernelProcedure {
  Body body;
  bool hasBody = true;                   // else its contract is all that is known
  bool setsLocals = true;                // else they and r have any value at its start
  std::string precondition, guarantees;  // the contract; may be empty
};

// What is declared of an array, by its name.
struct ArrayKind {
  const char *name, *space;  // the attribute
  unsigned width;            // of an element
  unsigned parts = 1;        // elements in a struct of the source
  unsigned elements = 0;     // 0: any number
};
inline constexpr ArrayKind arrayKinds[] = {{"s", "{:group_shared} ", 32},
                                           {"q", "{:group_shared} ", 32},
                                           {"e", "{:group_shared} ", 8},
                                           {"f", "{:group_shared} ", 32},
                                           {"w", "{:group_shared} ", 32, 1, 2},
                                           {"a", "{:global} ", 32},
                                           {"b", "{:global} ", 32},
                                           {"h", "{:global} ", 16},
                                           {"tickets", "{:global} ", 32},
                                           {"buckets", "{:global} ", 32, 3},
                                           {"c", "{:constant} ", 32},
                                           {"p", "", 32}};
inline unsigned elementWidth(const std::string& array) {
  for (const ArrayKind& kind : arrayKinds)
    if (array == kind.name) return kind.width;
  return 32;
}

struct Kernel {
  std::vector<std::string> groupSize, numGroups;  // x, y; an empty string is symbolic
  bool gridBarriers = false;                      // the language has them
  unsigned warpSize = 0;                          // 0: the default
  bool excused = false;                           // barriers go without threads that have ended
  bool locations = true;                          // the text says where its statements come from
  bool wideOffsets = false;                       // pointers have 64 bits
  bool partitions = true;                         // the text says which assumptions are guards
  std::vector<std::string> preconditions;
  std::vector<KernelProcedure> procedures;
  Body body;
};

// All bodies of the kernel, outermost first; the visitor may change them.
inline void forEachBody(Body& body, const std::function<void(Body&)>& visit) {
  visit(body);
  for (Statement& statement : body)
    for (Body& inner : statement.bodies) forEachBody(inner, visit);
}

inline void forEachBody(Kernel& kernel, const std::function<void(Body&)>& visit) {
  forEachBody(kernel.body, visit);
  for (KernelProcedure& procedure : kernel.procedures) forEachBody(procedure.body, visit);
}

std::string render(const Kernel& kernel);

}  // namespace barricade::fuzz
