#include "analysis/merged_tails.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "ir/cfg.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::size_t mostBlocks = 32;  // of a draw

bool isOnlyPlace(const Statement& statement) {
  const Assert* check = statement.as<Assert>();
  return check && check->isMarker();
}

bool isLoopInvariant(const Statement& statement) {
  const Assert* check = statement.as<Assert>();
  return check && check->kind == Assert::Kind::Invariant;
}

bool isAtomicOperation(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->role == Procedure::Role::AtomicOp;
}

// Statements that are the same but for the names of variables.
class Renaming {
 public:
  explicit Renaming(ExprPool& pool) : pool_(pool) {}

  bool match(const Statement& a, const Statement& b) {
    const Renaming before = *this;
    const bool matched = matchAttributes(a, b) && matchNodes(a, b);
    if (!matched) names_ = before.names_;
    return matched;
  }

  const std::map<const Variable*, const Variable*>& names() const { return names_; }

 private:
  bool match(const Variable* a, const Variable* b) {
    if (a->type != b->type || (a != b && (a->kind != b->kind || a->array || b->array)))
      return false;
    const auto known = names_.find(a);
    if (known != names_.end()) return known->second == b;
    if (std::ranges::any_of(names_, [&](const auto& pair) { return pair.second == b; }))
      return false;
    names_.emplace(a, b);
    return true;
  }

  bool match(Expr a, Expr b) {
    if (!a || !b) return a == b;
    std::vector<std::pair<Expr, Expr>> work{{a, b}};
    std::set<std::pair<Expr, Expr>> seen;
    std::unordered_map<Expr, Expr> values, memo;
    while (!work.empty()) {
      const auto [x, y] = work.back();
      work.pop_back();
      if (!seen.insert({x, y}).second) continue;
      if (x->op() != y->op() || x->args().size() != y->args().size()) return false;
      if (x->op() == Op::Variable) {
        if (!match(x->variable(), y->variable())) return false;
        values.emplace(x, y);
      }
      for (std::size_t i = 0; i < x->args().size(); ++i) work.emplace_back(x->arg(i), y->arg(i));
    }
    return substitute(pool_, a, values, memo) == b;
  }

  template <typename T>
  bool match(const std::vector<T>& a, const std::vector<T>& b) {
    return std::ranges::equal(a, b, [&](const T& x, const T& y) { return match(x, y); });
  }

  bool match(const Target& a, const Target& b) {
    return match(a.variable, b.variable) && match(a.indices, b.indices);
  }

  bool matchAttributes(const Statement& a, const Statement& b) {
    static const std::set<std::string> places = {"sourceloc_num", "line", "col",
                                                 "fname",         "dir",  "inlined_at"};
    auto without = [&](Attributes attributes) {
      std::erase_if(attributes, [&](const Attribute& one) { return places.contains(one.name); });
      return attributes;
    };
    return std::ranges::equal(
        without(a.attributes), without(b.attributes), [&](const Attribute& x, const Attribute& y) {
          return x.name == y.name &&
                 std::ranges::equal(x.args, y.args, [&](const auto& p, const auto& q) {
                   const Expr* e = std::get_if<Expr>(&p);
                   const Expr* f = std::get_if<Expr>(&q);
                   return e && f ? match(*e, *f) : p == q;
                 });
        });
  }

  bool matchNodes(const Statement& a, const Statement& b) {
    if (a.node.index() != b.node.index()) return false;
    if (const Assign* x = a.as<Assign>()) {
      const Assign* y = b.as<Assign>();
      return match(x->values, y->values) && match(x->targets, y->targets);
    }
    if (const Havoc* x = a.as<Havoc>()) return match(x->targets, b.as<Havoc>()->targets);
    if (const Assert* x = a.as<Assert>()) {
      const Assert* y = b.as<Assert>();
      return x->kind == y->kind && x->predicated == y->predicated && !x->candidate &&
             !y->candidate && match(x->condition, y->condition);
    }
    if (const Assume* x = a.as<Assume>()) {
      const Assume* y = b.as<Assume>();
      return x->partition == y->partition && x->predicated == y->predicated &&
             match(x->condition, y->condition);
    }
    const Call *x = a.as<Call>(), *y = b.as<Call>();
    return x->callee == y->callee && x->site.isNone() && y->site.isNone() && !x->elects &&
           !y->elects && x->delegates == y->delegates && match(x->args, y->args) &&
           matchAtomics(*x, *y) && match(x->results, y->results);
  }

  bool matchAtomics(const Call& a, const Call& b) {
    if (!a.atomic || !b.atomic) return a.atomic.has_value() == b.atomic.has_value();
    const AtomicInfo &x = *a.atomic, &y = *b.atomic;
    return x.function == y.function && x.parts == y.parts && x.part == y.part &&
           x.order == y.order && x.scope == y.scope && match(x.args, y.args);
  }

  ExprPool& pool_;
  std::map<const Variable*, const Variable*> names_;
};

// The variables that a statement reads, in attributes as well.
template <typename Visit>
void forEachRead(const Statement& statement, const Visit& visit) {
  forEachExpression(statement, [&](Expr e) { forEachVariable(e, visit); });
  for (const Attribute& attribute : statement.attributes)
    for (const AttributeArg& argument : attribute.args)
      if (const Expr* e = std::get_if<Expr>(&argument)) forEachVariable(*e, visit);
}

// How often a variable is mentioned.
using Mentions = std::map<const Variable*, std::size_t>;

void addMentions(std::span<const Statement> statements, Mentions& mentions) {
  const auto add = [&](const Variable* v) { ++mentions[v]; };
  for (const Statement& statement : statements) {
    forEachRead(statement, add);
    forEachAssigned(statement, add);
  }
}

// What two ways to the head of a loop have in common at their ends: from a place in a block of each
// on, all that lies between it and the way's last block.
class CommonTail {
 public:
  CommonTail(Program& program, const Procedure& procedure, const ControlFlow& flow,
             std::pair<unsigned, unsigned> starts, std::pair<unsigned, unsigned> ends)
      : procedure_(procedure),
        flow_(flow),
        renaming_(program.pool()),
        starts_(starts),
        ends_(ends) {}

  bool find() {
    if (starts_ != ends_ && !matchSuccessors(starts_.first, starts_.second)) return false;
    if (!isEnteredByStart()) return false;
    matchStarts();
    return hasAtomic_ && areNamesOfItsOwn();
  }

  bool goesOn() const { return isClosed_; }  // it may begin further up
  const std::map<unsigned, unsigned>& blocks() const { return blocks_; }
  std::pair<std::size_t, std::size_t> positions() const { return positions_; }

 private:
  const std::vector<Statement>& statementsOf(unsigned block) const {
    return procedure_.blocks[block]->statements;
  }

  bool matchSuccessors(unsigned a, unsigned b) {
    const auto &x = flow_.successors(a), &y = flow_.successors(b);
    if (x.empty() || x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!matchBlocks(x[i], y[i])) return false;
    return true;
  }

  bool matchBlocks(unsigned a, unsigned b) {
    const auto known = blocks_.find(a);
    if (known != blocks_.end()) return known->second == b;
    if (blocks_.size() == mostBlocks || a == b || (a == ends_.first) != (b == ends_.second) ||
        std::ranges::any_of(blocks_, [&](const auto& pair) { return pair.second == b; }))
      return false;
    blocks_.emplace(a, b);
    std::vector<const Statement*> x, y;
    for (const Statement& s : statementsOf(a))
      if (!isOnlyPlace(s)) x.push_back(&s);
    for (const Statement& s : statementsOf(b))
      if (!isOnlyPlace(s)) y.push_back(&s);
    return std::ranges::equal(x, y,
                              [&](const Statement* p, const Statement* q) {
                                hasAtomic_ = hasAtomic_ || isAtomicOperation(*p);
                                return renaming_.match(*p, *q);
                              }) &&
           (a == ends_.first || matchSuccessors(a, b));
  }

  bool isEnteredByStart() {
    auto isInside = [&](unsigned block, bool second) {
      return block == (second ? starts_.second : starts_.first) ||
             std::ranges::any_of(blocks_, [&](const auto& pair) {
               return block == (second ? pair.second : pair.first);
             });
    };
    isClosed_ = std::ranges::all_of(blocks_, [&](const auto& pair) {
      return std::ranges::all_of(flow_.predecessors(pair.first),
                                 [&](unsigned p) { return isInside(p, false); }) &&
             std::ranges::all_of(flow_.predecessors(pair.second),
                                 [&](unsigned p) { return isInside(p, true); });
    });
    return isClosed_;
  }

  // The statements at the ends of the first blocks.
  void matchStarts() {
    const auto &x = statementsOf(starts_.first), &y = statementsOf(starts_.second);
    positions_ = {x.size(), y.size()};
    auto [i, j] = positions_;
    for (;;) {
      while (i > 0 && isOnlyPlace(x[i - 1])) --i;
      while (j > 0 && isOnlyPlace(y[j - 1])) --j;
      if (i == 0 || j == 0 || !renaming_.match(x[i - 1], y[j - 1])) return;
      --i, --j;
      hasAtomic_ = hasAtomic_ || isAtomicOperation(x[i]);
      positions_ = {i, j};
    }
  }

  // What has another name on each way is mentioned nowhere else, and set before it is read.
  bool areNamesOfItsOwn() const {
    Mentions all, first, second;
    for (const auto& block : procedure_.blocks) addMentions(block->statements, all);
    addMentions(std::span(statementsOf(starts_.first)).subspan(positions_.first), first);
    addMentions(std::span(statementsOf(starts_.second)).subspan(positions_.second), second);
    for (const auto& [a, b] : blocks_) {
      addMentions(statementsOf(a), first);
      addMentions(statementsOf(b), second);
    }
    return std::ranges::all_of(renaming_.names(), [&](const auto& pair) {
      const auto [a, b] = pair;
      return a == b || (first[a] == all[a] && second[b] == all[b] && isSetFirst(b));
    });
  }

  bool isSetFirst(const Variable* variable) const {
    std::set<unsigned> seen;
    std::vector<std::pair<unsigned, std::size_t>> work{{starts_.second, positions_.second}};
    while (!work.empty()) {
      const auto [block, from] = work.back();
      work.pop_back();
      bool isSet = false;
      for (const Statement& statement : std::span(statementsOf(block)).subspan(from)) {
        bool isRead = false;
        forEachRead(statement, [&](const Variable* v) { isRead = isRead || v == variable; });
        if (isRead) return false;
        forEachAssigned(statement, [&](const Variable* v) { isSet = isSet || v == variable; });
        if (isSet) break;
      }
      if (isSet || block == ends_.second) continue;
      for (unsigned next : flow_.successors(block))
        if (seen.insert(next).second) work.emplace_back(next, 0);
    }
    return true;
  }

  const Procedure& procedure_;
  const ControlFlow& flow_;
  Renaming renaming_;
  const std::pair<unsigned, unsigned> starts_, ends_;
  std::map<unsigned, unsigned> blocks_;  // behind the starts
  std::pair<std::size_t, std::size_t> positions_;
  bool hasAtomic_ = false;
  bool isClosed_ = false;
};

class TailMerger {
 public:
  TailMerger(Program& program, Procedure& copy) : program_(program), copy_(copy), flow_(copy) {}

  // Whether a loop has been changed; then the control flow is another one.
  bool mergeOne() {
    return !flow_.irreducible() &&
           std::ranges::any_of(flow_.loops(), [&](const Loop& loop) { return merge(loop); });
  }

 private:
  bool merge(const Loop& loop) {
    const auto& predecessors = flow_.predecessors(loop.header);
    if (loop.latches.size() != 1 || predecessors.size() != 2 ||
        std::ranges::any_of(copy_.blocks[loop.header]->statements, isLoopInvariant))
      return false;
    const unsigned latch = loop.latches.front();
    const unsigned entry = predecessors[predecessors.front() == latch ? 1 : 0];
    if (flow_.successors(latch).size() != 1 || flow_.successors(entry).size() != 1) return false;
    std::optional<std::pair<std::pair<unsigned, unsigned>, CommonTail>> longest;
    int a = static_cast<int>(entry), b = static_cast<int>(latch);
    while (a >= 0 && b >= 0 && flow_.inLoop(static_cast<unsigned>(b), loop.index)) {
      const std::pair starts{static_cast<unsigned>(a), static_cast<unsigned>(b)};
      CommonTail tail(program_, copy_, flow_, starts, {entry, latch});
      const bool found = tail.find();
      if (!tail.goesOn()) break;
      if (found) longest.emplace(starts, std::move(tail));
      a = flow_.immediateDominator(starts.first);
      b = flow_.immediateDominator(starts.second);
    }
    if (longest)
      mergeInto(longest->first, longest->second, copy_.blocks[loop.header]->label + ".draw");
    return longest.has_value();
  }

  void mergeInto(std::pair<unsigned, unsigned> starts, const CommonTail& tail,
                 const std::string& label) {
    Block& first = *copy_.blocks[starts.first];
    Block& second = *copy_.blocks[starts.second];
    const auto [i, j] = tail.positions();
    Block* merged = copy_.addBlock(label);
    merged->location = second.location;
    const auto from = second.statements.begin() + static_cast<std::ptrdiff_t>(j);
    merged->statements.assign(from, second.statements.end());
    merged->successors = std::move(second.successors);
    second.statements.erase(from, second.statements.end());
    first.statements.erase(first.statements.begin() + static_cast<std::ptrdiff_t>(i),
                           first.statements.end());
    first.successors = {merged};
    second.successors = {merged};
    std::erase_if(copy_.blocks,
                  [&](const auto& block) { return tail.blocks().contains(block->index); });
    for (std::size_t k = 0; k < copy_.blocks.size(); ++k)
      copy_.blocks[k]->index = static_cast<unsigned>(k);
  }

  Program& program_;
  Procedure& copy_;
  const ControlFlow flow_;
};

}  // namespace

std::unique_ptr<Procedure> withMergedTails(Program& program, const Procedure& kernel) {
  auto copy = copyOf(kernel);
  bool isChanged = false;
  while (TailMerger(program, *copy).mergeOne()) isChanged = true;
  return isChanged ? std::move(copy) : nullptr;
}

}  // namespace barricade
