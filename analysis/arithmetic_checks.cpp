#include "analysis/arithmetic_checks.h"

#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/expressions.h"
#include "analysis/open_values.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr unsigned narrowest = 8;         // what is narrower is no number
constexpr std::size_t mostGuarded = 500;  // parts of an expression that are looked at apart

struct ArithmeticCheck {
  Expr condition;
  const char* what;
};

// The variables whose values reach an index.
std::unordered_set<const Variable*> findIndexVariables(const Procedure& procedure) {
  Definitions definitions;
  std::vector<Expr> work;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      std::vector<Expr> reads;
      forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
      for (Expr read : reads) work.push_back(read->arg(1));
      if (const Assign* assign = statement.as<Assign>()) {
        for (std::size_t i = 0; i < assign->targets.size(); ++i) {
          const Target& target = assign->targets[i];
          work.insert(work.end(), target.indices.begin(), target.indices.end());
          if (target.indices.empty()) definitions[target.variable].push_back(assign->values[i]);
        }
      } else if (const Call* call = statement.as<Call>(); call && call->atomic) {
        work.push_back(call->args[1]);
      }
    }
  return dependencies(std::move(work), definitions);
}

class ArithmeticChecker {
 public:
  ArithmeticChecker(Program& program, Procedure& procedure, CheckDepth depth)
      : pool_(program.pool()), procedure_(procedure), shownOnly_(depth == CheckDepth::Shown) {
    (shownOnly_ ? open_ : indices_) =
        shownOnly_ ? findOpenVariables(procedure) : findIndexVariables(procedure);
  }

  void run() {
    // What guards evaluate is checked at the end of the blocks that lead to them.
    std::unordered_map<const Block*, std::vector<Statement>> atEnd;
    for (const auto& block : procedure_.blocks)
      for (const Block* next : block->successors)
        for (const Statement& statement : next->statements) {
          const Assume* guard = statement.as<Assume>();
          if (guard && guard->partition) append(statement, checksOf(statement), atEnd[block.get()]);
        }
    for (const auto& block : procedure_.blocks) {
      std::vector<Statement> statements;
      for (Statement& statement : block->statements) {
        const Assume* guard = statement.as<Assume>();
        if (!(guard && guard->partition)) append(statement, checksOf(statement), statements);
        statements.push_back(std::move(statement));
      }
      auto& last = atEnd[block.get()];
      std::move(last.begin(), last.end(), std::back_inserter(statements));
      block->statements = std::move(statements);
    }
  }

 private:
  static void append(const Statement& before, const std::vector<ArithmeticCheck>& checks,
                     std::vector<Statement>& statements) {
    for (const ArithmeticCheck& check : checks) {
      Statement statement;
      Assert assertion;
      assertion.kind = Assert::Kind::Arithmetic;
      assertion.condition = check.condition;
      statement.node = assertion;
      statement.attributes = {{std::string(arithmeticAttribute), {std::string(check.what)}}};
      statement.location = before.location;
      statement.text = before.text;
      statements.push_back(std::move(statement));
    }
  }

  std::vector<ArithmeticCheck> checksOf(const Statement& statement) {
    std::vector<ArithmeticCheck> checks;
    if (statement.as<Assert>()) return checks;
    std::vector<Expr> indices, others, reads;
    forEachExpression(statement, [&](Expr e) {
      others.push_back(e);
      collectReads(e, reads);
    });
    for (Expr read : reads) indices.push_back(read->arg(1));
    if (const Assign* assign = statement.as<Assign>()) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        const Target& target = assign->targets[i];
        indices.insert(indices.end(), target.indices.begin(), target.indices.end());
        if (target.indices.empty() && indices_.contains(target.variable))
          indices.push_back(assign->values[i]);
      }
    } else if (const Call* call = statement.as<Call>(); call && call->atomic) {
      indices.push_back(call->args[1]);
    }
    std::set<Expr> seen;
    auto add = [&](std::optional<ArithmeticCheck> check, Expr guard) {
      if (!check) return;
      if (guard) check->condition = pool_.make(Op::Implies, guard, check->condition);
      if (seen.insert(check->condition).second) checks.push_back(*check);
    };
    forEachGuarded(others, [&](Expr e, Expr guard) {
      const std::optional<ArithmeticCheck> check = undefined(e);
      if (check && shownOnly_ &&
          (isOpen(check->condition, open_) || (guard && isOpen(guard, open_))))
        return;
      add(check, guard);
    });
    if (shownOnly_) return checks;
    forEachGuarded(indices, [&](Expr e, Expr guard) { add(overflow(e), guard); });
    return checks;
  }

  // Visits the operations below `roots` with the condition under which their values count; null:
  // always. An expression with very many choices is taken to use all of them.
  template <typename Visit>
  void forEachGuarded(const std::vector<Expr>& roots, const Visit& visit) {
    std::set<std::pair<Expr, Expr>> seen;
    std::vector<std::pair<Expr, Expr>> work;
    for (Expr root : roots) work.emplace_back(root, nullptr);
    while (!work.empty()) {
      auto [e, guard] = work.back();
      work.pop_back();
      if (seen.size() > mostGuarded) guard = nullptr;
      if (!seen.emplace(e, guard).second) continue;
      visit(e, guard);
      const bool chooses = e->op() == Op::Ite && e->type()->isBitVector();
      for (std::size_t i = 0; i < e->args().size(); ++i)
        work.emplace_back(e->arg(i), chooses && i > 0 ? guarded(guard, e->arg(0), i == 1) : guard);
    }
  }

  Expr guarded(Expr guard, Expr condition, bool holds) {
    if (!holds) condition = pool_.make(Op::Not, condition);
    return guard ? pool_.make(Op::And, guard, condition) : condition;
  }

  static bool isNumber(Expr e) {
    return e->type()->isBitVector() && e->type()->width() >= narrowest;
  }

  Expr number(const BigInt& value, Expr like) {
    return pool_.bitVector(value, like->type()->width());
  }

  std::optional<ArithmeticCheck> undefined(Expr e) {
    if (e->args().size() != 2 || !isNumber(e)) return std::nullopt;
    const Expr right = e->arg(1);
    const unsigned width = e->type()->width();
    const bool shifts = e->op() == Op::BvShl || e->op() == Op::BvLShr || e->op() == Op::BvAShr;
    if (shifts) {
      if (right->isLiteral() && right->value() < width) return std::nullopt;
      return ArithmeticCheck{pool_.make(Op::BvUlt, right, number(width, right)),
                             "shift by the width of the number or more"};
    }
    const bool isSigned = e->op() == Op::BvSDiv || e->op() == Op::BvSRem;
    if (!isSigned && e->op() != Op::BvUDiv && e->op() != Op::BvURem) return std::nullopt;
    const BigInt minusOne = (BigInt(1) << width) - 1;
    const bool known = right->isLiteral() && right->value() != 0;
    if (known && (shownOnly_ || !(isSigned && right->value() == minusOne))) return std::nullopt;
    Expr fine = pool_.make(Op::NotEqual, right, number(0, right));
    if (isSigned && !shownOnly_) {
      const Expr smallest = number(BigInt(1) << (width - 1), right);
      fine = pool_.make(
          Op::And, fine,
          pool_.make(Op::Not, pool_.make(Op::And, pool_.make(Op::Equal, e->arg(0), smallest),
                                         pool_.make(Op::Equal, right, number(minusOne, right)))));
    }
    return ArithmeticCheck{fine, isSigned && !shownOnly_
                                     ? "division by zero, or of the smallest number by -1"
                                     : "division by zero"};
  }

  std::optional<ArithmeticCheck> overflow(Expr e) {
    if (e->args().size() != 2 || !isNumber(e)) return std::nullopt;
    constexpr const char* what = "overflow on the way to an index";
    const unsigned width = e->type()->width();
    switch (e->op()) {
      case Op::BvAdd:
      case Op::BvSub: return ArithmeticCheck{exactAt(e, width + 1), what};
      case Op::BvMul: return ArithmeticCheck{exactAt(e, 2 * width), what};
      case Op::BvShl: {
        auto back = [&](Op shift) {
          return pool_.make(Op::Equal, pool_.make(shift, e, e->arg(1)), e->arg(0));
        };
        return ArithmeticCheck{pool_.make(Op::Or, back(Op::BvLShr), back(Op::BvAShr)), what};
      }
      default: return std::nullopt;
    }
  }

  // Whether the result is that of signed or of unsigned numbers, computed in `width` bits.
  Expr exactAt(Expr e, unsigned width) {
    auto exact = [&](Op extend) {
      const Expr wide = pool_.make(e->op(), pool_.extend(extend, e->arg(0), width),
                                   pool_.extend(extend, e->arg(1), width));
      return pool_.make(Op::Equal, wide, pool_.extend(extend, e, width));
    };
    return pool_.make(Op::Or, exact(Op::SignExtend), exact(Op::ZeroExtend));
  }

  ExprPool& pool_;
  Procedure& procedure_;
  const bool shownOnly_;
  std::unordered_set<const Variable*> indices_, open_;  // each where it is asked for
};

}  // namespace

void addArithmeticChecks(Program& program, Procedure& procedure, CheckDepth depth) {
  if (!program.mathInt && depth != CheckDepth::Off)
    ArithmeticChecker(program, procedure, depth).run();
}

std::string overflowOf(const Statement& assertion) {
  const Attribute* what = findAttribute(assertion.attributes, arithmeticAttribute);
  return what == nullptr || what->args.empty() ? "overflow"
                                               : std::get<std::string>(what->args.front());
}

}  // namespace barricade
