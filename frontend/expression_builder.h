// Parse tree of an expression -> typed expression: groups operators by precedence, resolves
// names, checks types (docs/ir.md, "Expressions" and "Typing").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/unit.h"

namespace barricade {

// An expression deeper than this is refused, however its operators are written; later stages
// recurse over it.
inline constexpr unsigned maximalExpressionDepth = 5000;

class ExpressionBuilder {
 public:
  enum class Old { Allowed, Refused };

  // `locals` (may be null) hides the global variables of the same names.
  explicit ExpressionBuilder(Unit& unit, const NameTable<Variable>* locals = nullptr,
                             Old old = Old::Refused)
      : unit_(unit), locals_(locals), old_(old) {}

  // Null after an error, which is reported.
  Expr build(Grammar::ExpressionContext* tree);
  // An expression that must have this type; `what` names its place in the message
  // ("the condition of 'assert'").
  Expr build(Grammar::ExpressionContext* tree, Type type, std::string_view what);

  // The variable of this name in scope; null after an error.
  Variable* variable(const TextToken& name);

 private:
  struct Term {
    Expr expr = nullptr;  // null after an error
    unsigned depth = 1;
    const TextToken* first = nullptr;
    const TextToken* last = nullptr;
  };
  // Walks through the operands and operators of one expression.
  struct Cursor {
    Grammar::ExpressionContext* tree;
    std::size_t operand = 0;
    std::size_t prefix = 0;  // of that operand
  };

  Term term(Grammar::ExpressionContext* tree);
  Term binary(Cursor& cursor, unsigned loosest);
  Term unary(Cursor& cursor);
  Term primary(Grammar::OperandContext* tree);
  Term conditional(Cursor& cursor, Grammar::PrefixContext* tree);
  Term suffix(Term map, Grammar::SuffixContext* tree);
  Term quantifier(Grammar::QuantifierContext* tree);

  Expr combine(const TextToken& operation, const Term& left, const Term& right);
  Expr literal(const TextToken& token);
  Expr bitVectorLiteral(const TextToken& token);
  Expr call(Grammar::OperandContext* tree, unsigned& depth);
  Expr extract(const Term& bits, Grammar::SuffixContext* tree);
  Term checkDepth(Term term);
  void reportDepth(const Term& term, const std::string& message);

  void error(const Term& term, std::string message);
  bool require(const Term& term, Type type, std::string_view what);

  Unit& unit_;
  const NameTable<Variable>* locals_;
  Old old_;
  std::vector<Variable*> bound_;  // by the quantifiers around, innermost last
  unsigned recursion_ = 0;
  bool depthReported_ = false;  // once for an expression
};

}  // namespace barricade
