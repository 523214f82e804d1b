#include "analysis/alike_blocks.h"

#include <algorithm>
#include <set>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

class BlockNumbers {
 public:
  explicit BlockNumbers(const Procedure& kernel) : kernel_(kernel) {
    std::size_t before = 0;
    do {
      before = following_.size();
      forEachStatement([&](const Statement& statement) { follow(statement); });
    } while (following_.size() > before);
  }

  bool mentionedIn(Expr e) const {
    bool found = false;
    forEachVariable(e, [&](const Variable* v) {
      found = found || (v->launch && v->launch->kind == LaunchConstant::Kind::GroupId) ||
              following_.contains(v);
    });
    return found;
  }

  // Whether a branch, a call or an element of a shared array depends on them.
  bool decide() const {
    bool found = false;
    forEachStatement([&](const Statement& statement) {
      if (const Assume* assume = statement.as<Assume>())
        found = found || mentionedIn(assume->condition);
      if (const Call* call = statement.as<Call>())
        found = found || call->callee->hasBody() ||
                std::ranges::any_of(call->args, [&](Expr e) { return mentionedIn(e); });
      if (const Assign* assign = statement.as<Assign>())
        for (const Target& target : assign->targets)
          if (isShared(target.variable))
            found = found ||
                    std::ranges::any_of(target.indices, [&](Expr e) { return mentionedIn(e); });
      forEachExpression(statement, [&](Expr root) {
        found = found || anyNode(root, [&](Expr e) {
                  return e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
                         isShared(e->arg(0)->variable()) && mentionedIn(e->arg(1));
                });
      });
    });
    return found;
  }

 private:
  static bool isShared(const Variable* v) {
    return v->array && v->array->space == AddressSpace::GroupShared;
  }

  template <typename Visit>
  void forEachStatement(const Visit& visit) const {
    for (const auto& block : kernel_.blocks)
      for (const Statement& statement : block->statements) visit(statement);
  }

  void follow(const Statement& statement) {
    const Assign* assign = statement.as<Assign>();
    if (!assign || std::ranges::none_of(assign->values, [&](Expr e) { return mentionedIn(e); }))
      return;
    for (const Target& target : assign->targets) following_.insert(target.variable);
  }

  const Procedure& kernel_;
  std::set<const Variable*> following_;  // variables and arrays with values that follow from them
};

}  // namespace

bool blocksAreAlike(const Program& program, const Procedure& kernel) {
  const BlockNumbers numbers(kernel);
  return !numbers.decide() && std::ranges::none_of(program.axioms(), [&](const Axiom* axiom) {
    return numbers.mentionedIn(axiom->condition);
  });
}

}  // namespace barricade
