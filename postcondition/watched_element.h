// A postcondition of a launch seen from one element, chosen by the solver, that stands for all: the
// one array that the kernel writes and the postcondition reads, and where.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/launch_postcondition.h"
#include "ir/program.h"

namespace barricade {

struct WatchedElement {
  LaunchPostcondition ensured;
  Variable* index = nullptr;  // stands for the bound variable, as a parameter
  Variable* array = nullptr;  // written
  Expr element = nullptr;     // of the array, over `index`
  Expr range = nullptr;       // of `index`
  Expr condition = nullptr;   // over `index`; reads the array at `element` and in `old` only
};

// Or why it cannot be followed.
std::variant<WatchedElement, std::string> watchElement(Program& program, const Procedure& kernel,
                                                       const LaunchPostcondition& ensured);

// How often a loop has gone round when the element is written.
struct LoopCount {
  unsigned loop = 0;  // of the kernel's control flow
  Expr count = nullptr;
};

// Threads that write the watched element, by a condition over their ids, `index`, parameters and
// numbers that are chosen for it.
struct Writer {
  Expr relation = nullptr;
  std::vector<Variable*> chosen;
  std::vector<LoopCount> counts;  // of the loops around the write, outermost first
};

// Copies of the kernel, over the same variables and some more, whose only assertions, at the end of
// each thread, are: what the thread wrote last to the element satisfies the condition; or a thread
// that is a writer has written it, or it held a value that satisfies the condition from the start.
std::unique_ptr<Procedure> withLastWriteAsserted(Program& program, const Procedure& kernel,
                                                 const WatchedElement& watched);
std::unique_ptr<Procedure> withWriterAsserted(Program& program, const Procedure& kernel,
                                              const WatchedElement& watched, const Writer& writer);

}  // namespace barricade
