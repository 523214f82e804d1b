// A counter in clauses: how many of some literals are true.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace barricade::sat {

// Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints" (CP 2003),
// grown on demand as in Martins et al., "Incremental cardinality constraints for MaxSAT" (CP 2014).
// Literals are in DIMACS form (nonzero, negative when negated).
class Totalizer {
 public:
  struct Sink {
    std::function<int()> newVariable;                     // a fresh positive literal
    std::function<void(std::span<const int>)> addClause;  // a clause that is to hold
  };

  Totalizer(std::vector<int> inputs, const Sink& sink);

  int size() const { return static_cast<int>(nodes_.back().leaves); }

  // A literal that is true when `count` inputs or more are true (and may be true otherwise; whoever
  // assumes it false bounds the inputs). 1 <= count <= size(). Adds the clauses that are missing.
  int atLeast(int count);

 private:
  struct Node {
    std::size_t leaves = 1;
    std::size_t left = 0;  // children; unused by leaves
    std::size_t right = 0;
    std::vector<int> outputs;  // outputs[i]: i + 1 or more leaves are true
  };

  std::size_t build(std::span<const int> inputs);
  void extend(std::size_t node, std::size_t count);

  Sink sink_;
  std::vector<Node> nodes_;  // children before parents
};

}  // namespace barricade::sat
