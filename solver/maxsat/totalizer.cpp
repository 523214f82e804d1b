// The totalizer is a balanced tree of unary adders. Only the direction inputs -> outputs is
// encoded: it is all that an upper bound needs.
#include "solver/maxsat/totalizer.h"

#include <algorithm>
#include <cassert>

namespace barricade::sat {

Totalizer::Totalizer(std::vector<int> inputs, const Sink& sink) : sink_(sink) {
  assert(!inputs.empty());
  build(inputs);
}

std::size_t Totalizer::build(std::span<const int> inputs) {
  Node node;
  if (inputs.size() == 1) {
    node.outputs.push_back(inputs.front());
  } else {
    node.leaves = inputs.size();
    node.left = build(inputs.first(inputs.size() / 2));
    node.right = build(inputs.subspan(inputs.size() / 2));
  }
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

int Totalizer::atLeast(int count) {
  assert(count >= 1 && count <= size());
  extend(nodes_.size() - 1, static_cast<std::size_t>(count));
  return nodes_.back().outputs[static_cast<std::size_t>(count) - 1];
}

void Totalizer::extend(std::size_t index, std::size_t count) {
  Node& node = nodes_[index];
  count = std::min(count, node.leaves);
  std::size_t known = node.outputs.size();
  if (known >= count) return;
  extend(node.left, count);
  extend(node.right, count);
  while (node.outputs.size() < count) node.outputs.push_back(sink_.newVariable());
  const auto& left = nodes_[node.left].outputs;
  const auto& right = nodes_[node.right].outputs;
  // i of the left and j of the right make i + j; sums that were counted before have their clauses.
  for (std::size_t i = 0; i <= std::min(left.size(), count); ++i) {
    for (std::size_t j = 0; j <= std::min(right.size(), count - i); ++j) {
      if (i + j <= known) continue;
      std::vector<int> clause{node.outputs[i + j - 1]};
      if (i > 0) clause.push_back(-left[i - 1]);
      if (j > 0) clause.push_back(-right[j - 1]);
      sink_.addClause(clause);
    }
  }
}

}  // namespace barricade::sat
