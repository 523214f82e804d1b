// Makes one random kernel: generate.cpp chooses what kind of kernel it becomes, expressions.cpp
// makes its indices and conditions, statements.cpp its statements, shapes.cpp those of programs
// that people write, loop_shapes.cpp of those the ones whose loops are hard to summarize. One
// method for each construct.
#pragma once

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {

// What kind of kernel this one becomes: without such a bias all kernels look alike, and nearly
// all of them race.
struct Style {
  unsigned barrierRate = 20;   // percent of the statements
  unsigned ownSlot = 60;       // percent of the accesses that stay with the thread's element
  unsigned wildBarriers = 10;  // percent of divergent places that may get a barrier
  unsigned loops = 15, branches = 15, atomics = 5, rare = 4, copies = 0;
  unsigned barrierAfterWrite = 40;
  unsigned narrow = 10;       // percent of counters and indices with less than 32 bits
  unsigned wide = 10;         // percent of the other counters with more
  unsigned arithmetic = 10;   // percent of indices and conditions that divide or shift
  unsigned unevenFences = 0;  // percent of the barriers whose fences are those of some threads
  bool data = true;           // contents reach indices and conditions
};

// What surrounds a statement.
struct Scope {
  unsigned loops = 0;
  unsigned branches = 0;
  bool divergent = false;
  bool inLoop = false;
  std::vector<std::string> counters;
};

class Generator {
 public:
  Generator(Random& random, bool small) : r_(random), small_(small) {}
  Kernel generate();

 private:
  void chooseLaunch();
  void chooseStyle();
  void addProcedure();
  void addForgetfulProcedure();

  std::string global() const;
  std::string variable() { return "x" + std::to_string(r_.below(3)); }
  std::string size() const;
  std::string literal();
  std::string uniform(const Scope& scope);
  std::string ownSlot(const std::string& array) const;
  std::string index(const Scope& scope, const std::string& array);
  std::string arithmetic(const Scope& scope, const std::string& word);
  std::string wrapping(const Scope& scope);
  std::string value(const Scope& scope);
  std::string uniformCondition(const Scope& scope);
  std::string divergentCondition(const Scope& scope);
  std::string condition(const Scope& scope, bool& divergent);
  std::string addend();
  std::string forProcedure(std::string expression) const;

  Statement barrier();
  bool barrierAllowed(const Scope& scope);
  Body body(Scope& scope, unsigned count);
  Body inner(Scope scope, unsigned most);
  void access(Scope& scope, Body& result);
  Statement atomic(Scope& scope);
  Body copy(Scope& scope);
  Statement rare(Scope& scope);
  Statement randomBranch(Scope& scope);
  Body randomLoop(Scope& scope);
  Body narrowLoop(const Scope& scope);
  Body wideLoop(const Scope& scope);
  Body loopBody(Scope& in);
  std::string freshCounter(const char* kind) { return kind + std::to_string(counters_++ % 10); }

  // What the shapes have in common: a counter, an array, a barrier.
  struct Parts {
    Scope& scope;
    Scope in;  // of the body of a loop over the counter
    std::string i, array;
    std::string own;  // the thread's element of the array
    Statement barrier;
    Body next;  // counts up
  };
  Body shape(Scope& scope);
  Body reduction(Parts& p);
  Body pingPong(Parts& p);
  Body flagForAll(Parts& p);
  Body barrierInSomeIterations(Parts& p);
  Body neighbours(Parts& p);
  Body swappedBuffers(Parts& p);
  Body nest(Parts& p);
  Body equalValues(Parts& p);
  Body unevenExits(Parts& p);
  Body contentsAsIndices(Parts& p);
  Body mailboxes(Parts& p);
  Body stopOnData(Parts& p);
  Body nestOfThree(Parts& p);
  Statement ticket(Parts& p);
  Body resetCounter(Parts& p);
  Body privateCounter(Parts& p);
  Body ringOfBuffers(Parts& p);
  Body slotFromCounter(Parts& p);
  Body carriedThroughNest(Parts& p);
  Body partsInTurn(Parts& p);
  Body oneIteration(Parts& p);
  Body fewIterations(Parts& p);
  Body endedByValue(Parts& p);
  Body privateTable(Parts& p);
  Body privateAcrossExit(Parts& p);
  Body callsInLoop(Parts& p);

  // Variables that run through a few values, and come back to some of them.
  struct Orbit {
    Body start, step;
    std::vector<std::string> variables;
  };
  Orbit orbit();

  Random& r_;
  const bool small_;
  Kernel kernel_;
  Style style_;
  std::vector<std::string> arrays_;
  std::string tid_;
  std::size_t size_ = 4, groups_ = 1;
  unsigned budget_ = 0, loopsLeft_ = 1;  // what may still be generated
  unsigned counters_ = 0;
  bool inProcedure_ = false;
};

// Statements as values.
Statement make(Statement::Kind kind);
Statement assign(const std::string& target, const std::string& value);
Statement read(const std::string& target, const std::string& array, const std::string& index);
Statement write(const std::string& array, const std::string& index, const std::string& value);
Statement branch(const std::string& condition, Body yes, Body no = {});
Statement loop(const std::string& condition, Body before, Body body, Body step,
               bool testAtEnd = false);
void append(Body& body, Body more);

}  // namespace barricade::fuzz
