// Control flow of small graphs. Blocks are letters, `a` is the entry: "a-b b-c c-b b-d".
#include "ir/cfg.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace barricade {
namespace {

class Graph {
 public:
  explicit Graph(const std::string& edges) {
    std::istringstream words(edges);
    for (std::string edge; words >> edge;)
      block(edge.front())->successors.push_back(block(edge[2]));
    flow_ = std::make_unique<ControlFlow>(procedure_);
  }

  const ControlFlow& flow() const { return *flow_; }
  unsigned operator[](char name) const { return blocks_.at(name)->index; }
  std::string names(const std::vector<unsigned>& blocks) const {
    std::string text;
    for (unsigned b : blocks) text += procedure_.blocks[b]->label;
    return text;
  }

 private:
  Block* block(char name) {
    Block*& block = blocks_[name];
    if (block == nullptr) block = procedure_.addBlock(std::string(1, name));
    return block;
  }

  Procedure procedure_;
  std::map<char, Block*> blocks_;
  std::unique_ptr<ControlFlow> flow_;
};

TEST(ControlFlow, DominatorsOfABranch) {
  const Graph g("a-b a-c b-d c-d d-e x-d");
  EXPECT_EQ(g.names(g.flow().order()), "abcde");
  EXPECT_FALSE(g.flow().reachable(g['x']));
  EXPECT_EQ(g.flow().immediateDominator(g['d']), static_cast<int>(g['a']));
  EXPECT_TRUE(g.flow().dominates(g['d'], g['e']));
  EXPECT_FALSE(g.flow().dominates(g['b'], g['d']));
  EXPECT_EQ(g.flow().immediatePostDominator(g['a']), static_cast<int>(g['d']));
  EXPECT_TRUE(g.flow().postDominates(g['d'], g['b']));
  EXPECT_FALSE(g.flow().postDominates(g['c'], g['a']));
  EXPECT_EQ(g.flow().immediatePostDominator(g['e']), -1);
}

TEST(ControlFlow, LoopsWithSeveralLatchesAndExits) {
  // b is left by its test and by a `break` in c; both arms of c go back.
  const Graph g("a-b b-c b-f c-d c-e c-g d-b e-b f-h g-h");
  ASSERT_EQ(g.flow().loops().size(), 1u);
  const Loop& loop = g.flow().loops()[0];
  EXPECT_EQ(loop.header, g['b']);
  EXPECT_EQ(g.names(loop.latches), "de");
  EXPECT_EQ(g.names(loop.blocks), "bcde");
  const std::vector<std::pair<unsigned, unsigned>> exits{{g['b'], g['f']}, {g['c'], g['g']}};
  EXPECT_EQ(loop.exits, exits);
  EXPECT_EQ(g.flow().innermostLoop(g['g']), -1);
}

TEST(ControlFlow, NestedLoopsComeAfterTheirParents) {
  const Graph g("a-b b-c c-d d-c c-e e-b b-f");
  ASSERT_EQ(g.flow().loops().size(), 2u);
  const Loop& outer = g.flow().loops()[0];
  const Loop& inner = g.flow().loops()[1];
  EXPECT_EQ(outer.header, g['b']);
  EXPECT_EQ(inner.header, g['c']);
  EXPECT_EQ(inner.parent, 0);
  EXPECT_EQ(outer.children, std::vector<unsigned>{1});
  EXPECT_EQ(inner.depth, 2u);
  EXPECT_TRUE(g.flow().inLoop(g['d'], 0));
  EXPECT_FALSE(g.flow().inLoop(g['e'], 1));
  EXPECT_EQ(g.flow().loopDepth(g['d']), 2u);
}

TEST(ControlFlow, AnEndlessLoopIsPostDominatedByNothing) {
  const Graph g("a-b a-d b-c c-b");
  EXPECT_FALSE(g.flow().postDominates(g['c'], g['b']));
  EXPECT_FALSE(g.flow().postDominates(g['d'], g['b']));
  EXPECT_TRUE(g.flow().postDominates(g['b'], g['b']));
}

TEST(ControlFlow, ACycleWithTwoEntriesIsIrreducible) {
  const Graph g("a-b a-c b-c c-b b-d");
  ASSERT_TRUE(g.flow().irreducible());
  const auto& cycle = *g.flow().irreducible();
  EXPECT_EQ(std::set(cycle.begin(), cycle.end()), (std::set<std::string>{"b", "c"}));
  EXPECT_FALSE(Graph("a-b b-c c-b b-d").flow().irreducible());
}

}  // namespace
}  // namespace barricade
