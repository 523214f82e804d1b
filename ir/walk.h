// Walks over expressions. Equal parts of an expression are one node, so that one of depth n may
// stand for a tree of 2^n nodes: every walk comes to a node once, and keeps a stack of its own,
// since inlining makes expressions deeper than any text.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ir/expr.h"

namespace barricade {

// Visits the nodes below `roots`, each once; `visit` says whether to go on to its arguments.
template <typename Visit>
void forEachNodeWhile(std::vector<Expr> roots, const Visit& visit) {
  std::unordered_set<Expr> seen;
  std::reverse(roots.begin(), roots.end());
  while (!roots.empty()) {
    const Expr e = roots.back();
    roots.pop_back();
    if (!seen.insert(e).second || !visit(e)) continue;
    roots.insert(roots.end(), e->args().rbegin(), e->args().rend());
  }
}

// Visits each node below `roots` once, an expression before its arguments, from left to right.
template <typename Visit>
void forEachNode(std::vector<Expr> roots, const Visit& visit) {
  forEachNodeWhile(std::move(roots), [&](Expr e) {
    visit(e);
    return true;
  });
}

// How many nodes there are below `root`, itself among them.
inline std::size_t sizeOf(Expr root) {
  std::size_t size = 0;
  forEachNode({root}, [&](Expr) { ++size; });
  return size;
}

// Visits each node below `root` once, an expression after its arguments, from left to right.
template <typename Visit>
void forEachNodeBottomUp(Expr root, const Visit& visit) {
  std::unordered_set<Expr> done;
  std::vector<Expr> work{root};
  while (!work.empty()) {
    const Expr e = work.back();
    const std::size_t before = work.size();
    if (!done.contains(e))
      for (auto a = e->args().rbegin(); a != e->args().rend(); ++a)
        if (!done.contains(*a)) work.push_back(*a);
    if (work.size() > before) continue;
    work.pop_back();
    if (done.insert(e).second) visit(e);
  }
}

// Whether `holds` for `root` or a node below it.
template <typename Holds>
bool anyNode(Expr root, const Holds& holds) {
  bool found = false;
  forEachNodeWhile({root}, [&](Expr e) {
    found = found || holds(e);
    return !found;
  });
  return found;
}

// A value for `root`, computed from the leaves to the root and remembered by node in `memo`.
// `known(e)` is the value of a node that has one whatever its arguments, or nothing;
// `combine(e, values)` makes one from the values of the arguments.
template <typename Value, typename Known, typename Combine>
Value fold(Expr root, std::unordered_map<Expr, Value>& memo, const Known& known,
           const Combine& combine) {
  std::vector<Expr> work{root};
  while (!work.empty()) {
    const Expr e = work.back();
    if (memo.contains(e)) {
      work.pop_back();
      continue;
    }
    if (std::optional<Value> value = known(e)) {
      memo.emplace(e, std::move(*value));
      work.pop_back();
      continue;
    }
    const std::size_t before = work.size();
    for (auto a = e->args().rbegin(); a != e->args().rend(); ++a)
      if (!memo.contains(*a)) work.push_back(*a);
    if (work.size() > before) continue;
    std::vector<Value> values;
    values.reserve(e->args().size());
    for (Expr a : e->args()) values.push_back(memo.at(a));
    memo.emplace(e, combine(e, std::move(values)));
    work.pop_back();
  }
  return memo.at(root);
}

// What `map` or having no arguments makes of a node, for substitutions.
inline std::optional<Expr> replacement(Expr e, const std::unordered_map<Expr, Expr>& map) {
  if (auto it = map.find(e); it != map.end()) return it->second;
  return e->args().empty() ? std::optional(e) : std::nullopt;
}

}  // namespace barricade
