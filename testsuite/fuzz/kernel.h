// A random kernel as a value: statements in the shape of a source program, which can be generated,
// mutated, shrunk and rendered as IR text. Expressions are IR text already; an edit that breaks
// their types is refused by the front end, so nothing here needs to know types.
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
    Barrier,
    GridBarrier,
    Call,    // target := procedure `procedure` (index, value)
    Assert,  // condition
    Assume,  // condition
    Havoc,   // target
  };
  Kind kind = Kind::Assign;
  std::string target, array, index, value, condition, function;
  std::size_t procedure = 0;
  bool localFence = true, globalFence = true;
  bool testAtEnd = false;
  std::vector<Body> bodies;
};

struct KernelProcedure {
  Body body;  // of parameters $a, $b and result r
};

struct Kernel {
  std::vector<std::string> groupSize, numGroups;  // x, y; an empty string is symbolic
  bool gridBarriers = false;                      // the language has them
  bool locations = true;                          // the text says where its statements come from
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
