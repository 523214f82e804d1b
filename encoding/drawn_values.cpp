#include "encoding/drawn_values.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/atomic_meaning.h"

namespace barricade {
namespace {

// A result of the iteration, and what is added to it.
struct Drawn {
  const Draw* draw = nullptr;
  Expr offset = nullptr;
};

// What an iteration may make of a variable: of its choices nothing but this.
struct Choices {
  std::vector<Drawn> drawn;
  std::set<std::size_t> heads;  // variables that it takes over
  Expr sets = nullptr;          // the condition that it takes a result
};

class DrawnFinder {
 public:
  DrawnFinder(const Kernel& kernel, Terms& terms, const Placeholders& placeholders,
              const Loop& loop, const Iteration& iteration)
      : kernel_(kernel), terms_(terms), loop_(loop) {
    for (const Draw& draw : iteration.draws) draws_[draw.result] = &draw;
    for (std::size_t v = 0; v < placeholders.variables.size(); ++v)
      if (const Expr head = placeholders.variables[v]; head && !head->isLiteral())
        variables_[head->variable()] = v;
    const auto& modified = kernel.modifiedIn(loop.index);
    modified_.insert(modified.begin(), modified.end());
  }

  std::map<std::size_t, DrawnValue> find(const std::map<std::size_t, Expr>& next) {
    for (const auto& [v, value] : next) {
      Choices choices{{}, {}, terms_.no()};
      std::size_t left = mostChoices;
      if (collect(value, terms_.yes(), choices, left)) choices_[v] = std::move(choices);
    }
    while (std::erase_if(choices_, [&](const auto& one) { return takesOthers(one.second); }) > 0)
      continue;
    std::map<std::size_t, DrawnValue> found;
    for (const auto& [v, choices] : choices_)
      if (auto drawn = valueOf(v)) found[v] = std::move(*drawn);
    return found;
  }

 private:
  static constexpr std::size_t mostChoices = 64;

  bool collect(Expr e, Expr when, Choices& choices, std::size_t& left) {
    if (left == 0) return false;
    --left;
    if (e->op() == Op::Ite)
      return collect(e->arg(1), terms_.land(when, e->arg(0)), choices, left) &&
             collect(e->arg(2), terms_.land(when, terms_.lnot(e->arg(0))), choices, left);
    if (const auto head =
            e->op() == Op::Variable ? variables_.find(e->variable()) : variables_.end();
        head != variables_.end()) {
      choices.heads.insert(head->second);
      return true;
    }
    const Drawn drawn = drawnIn(e);
    if (!drawn.draw) return false;
    choices.drawn.push_back(drawn);
    choices.sets = terms_.lor(choices.sets, when);
    return true;
  }

  Drawn drawnIn(Expr e) const {
    if (const auto draw = draws_.find(e); draw != draws_.end()) return {draw->second, nullptr};
    if (e->op() == Op::BvAdd)
      for (std::size_t i = 0; i < 2; ++i)
        if (const auto draw = draws_.find(e->arg(i)); draw != draws_.end())
          return {draw->second, e->arg(1 - i)};
    return {};
  }

  bool takesOthers(const Choices& choices) const {
    return std::ranges::any_of(choices.heads, [&](std::size_t v) {
      return modified_.contains(v) && !choices_.contains(v);
    });
  }

  // All that it comes from by way of other variables is drawn alike.
  std::optional<DrawnValue> valueOf(std::size_t variable) const {
    DrawnValue value;
    value.sets = choices_.at(variable).sets;
    value.origins.insert(variable);
    std::vector<std::size_t> work{variable};
    while (!work.empty()) {
      const auto choices = choices_.find(work.back());
      work.pop_back();
      if (choices == choices_.end()) continue;  // the loop leaves it alone
      for (const Drawn& drawn : choices->second.drawn)
        if (!add(drawn, value)) return std::nullopt;
      for (std::size_t head : choices->second.heads)
        if (value.origins.insert(head).second) work.push_back(head);
    }
    if (!value.atomic) return std::nullopt;
    return value;
  }

  bool add(const Drawn& drawn, DrawnValue& value) const {
    const Call& atomic = *drawn.draw->statement->as<Call>();
    const std::size_t a = kernel_.arrayIndex(atomic.args[0]->variable());
    const KernelArray& array = kernel_.arrays()[a];
    const ResultRule& rule = array.results;
    if ((rule.kind != ResultRule::Kind::Counting && rule.kind != ResultRule::Kind::Reserving) ||
        (kernel_.loopStores(loop_.index, a) && !array.storesApart) ||
        meaningOf(atomic).kind == AtomicMeaning::Kind::Load)
      return false;
    DrawnValue own{&atomic,
                   performerOf(*drawn.draw->statement),
                   drawn.draw->element,
                   rule.usesOperand() ? drawn.draw->operand : nullptr,
                   drawn.offset,
                   std::move(value.origins),
                   value.sets};
    const bool isFirst = !value.atomic;
    const bool isAlike = isFirst || areAlike(own, value);
    value = std::move(own);
    return isAlike && isLeftAlone(value.element) && isLeftAlone(value.operand) &&
           isLeftAlone(value.offset);
  }

  static bool areAlike(const DrawnValue& a, const DrawnValue& b) {
    return a.atomic->args[0] == b.atomic->args[0] &&
           a.atomic->atomic->scope == b.atomic->atomic->scope && a.performer == b.performer &&
           a.element == b.element && a.operand == b.operand && a.offset == b.offset;
  }

  // Of constants of the launch, and of variables that the loop does not change.
  bool isLeftAlone(Expr e) const {
    return !e || std::ranges::all_of(leavesOf(e), [&](const Variable* leaf) {
      const auto variable = variables_.find(leaf);
      return leaf->launch ||
             (variable != variables_.end() && !modified_.contains(variable->second));
    });
  }

  const Kernel& kernel_;
  Terms& terms_;
  const Loop& loop_;
  std::unordered_map<Expr, const Draw*> draws_;                 // by result
  std::unordered_map<const Variable*, std::size_t> variables_;  // by placeholder
  std::set<std::size_t> modified_;
  std::map<std::size_t, Choices> choices_;
};

}  // namespace

std::map<std::size_t, DrawnValue> findDrawnValues(const Kernel& kernel, Terms& terms,
                                                  const Placeholders& placeholders,
                                                  const Loop& loop, const Iteration& iteration,
                                                  const std::map<std::size_t, Expr>& next) {
  if (iteration.draws.empty()) return {};
  return DrawnFinder(kernel, terms, placeholders, loop, iteration).find(next);
}

}  // namespace barricade
