#include "frontend/expression_builder.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "frontend/type_reader.h"

namespace barricade {

namespace {

std::string inQuotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// Without leading zeros, which BigInt would take for the prefix of an octal number.
std::string decimal(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? "0" : std::string(digits.substr(first));
}

//--- Operators ------------------------------------------------------------------------------

enum class Chain { Left, Right, Alike, Never };  // Alike: only with the same operator

struct BinaryOperator {
  std::size_t token;
  unsigned precedence;  // from loose to tight
  Chain chain;
  Op op;
};

constexpr unsigned loosestPrecedence = 1;

constexpr std::array binaryOperators{
    BinaryOperator{Grammar::IFF, 1, Chain::Left, Op::Iff},
    BinaryOperator{Grammar::IMPLIES, 2, Chain::Right, Op::Implies},
    BinaryOperator{Grammar::AND, 3, Chain::Alike, Op::And},
    BinaryOperator{Grammar::OR, 3, Chain::Alike, Op::Or},
    BinaryOperator{Grammar::EQUAL, 4, Chain::Never, Op::Equal},
    BinaryOperator{Grammar::NOT_EQUAL, 4, Chain::Never, Op::NotEqual},
    BinaryOperator{Grammar::LESS, 4, Chain::Never, Op::IntLt},
    BinaryOperator{Grammar::LESS_EQUAL, 4, Chain::Never, Op::IntLe},
    BinaryOperator{Grammar::GREATER, 4, Chain::Never, Op::IntGt},
    BinaryOperator{Grammar::GREATER_EQUAL, 4, Chain::Never, Op::IntGe},
    BinaryOperator{Grammar::CONCAT, 5, Chain::Left, Op::Concat},
    BinaryOperator{Grammar::PLUS, 6, Chain::Left, Op::IntAdd},
    BinaryOperator{Grammar::MINUS, 6, Chain::Left, Op::IntSub},
    BinaryOperator{Grammar::TIMES, 7, Chain::Left, Op::IntMul},
    BinaryOperator{Grammar::DIV, 7, Chain::Left, Op::IntDiv},
    BinaryOperator{Grammar::MOD, 7, Chain::Left, Op::IntMod},
};

const BinaryOperator& binaryOperator(const antlr4::Token* token) {
  const std::size_t type = token->getType();
  return *std::find_if(binaryOperators.begin(), binaryOperators.end(),
                       [&](const BinaryOperator& o) { return o.token == type; });
}

}  // namespace

//--- Entry ----------------------------------------------------------------------------------

Expr ExpressionBuilder::build(Grammar::ExpressionContext* tree) {
  return term(tree).expr;
}

Expr ExpressionBuilder::build(Grammar::ExpressionContext* tree, Type type, std::string_view what) {
  const Term built = term(tree);
  return require(built, type, what) ? built.expr : nullptr;
}

Variable* ExpressionBuilder::variable(const TextToken& name) {
  const std::string_view text = name.text();
  for (auto it = bound_.rbegin(); it != bound_.rend(); ++it)
    if ((*it)->name == text) return *it;
  if (locals_ != nullptr)
    if (Variable* local = locals_->find(text)) return unit_.isBroken(local) ? nullptr : local;
  if (Variable* global = unit_.variables.find(text))
    return unit_.isBroken(global) ? nullptr : global;
  NearestName nearest(text);
  for (const Variable* bound : bound_) nearest.consider(bound->name);
  if (locals_ != nullptr) locals_->consider(nearest);
  unit_.variables.consider(nearest);
  unit_.unknownName(name, "unknown variable " + inQuotes(text) + nearest.suggestion());
  return nullptr;
}

void ExpressionBuilder::error(const Term& term, std::string message) {
  unit_.diagnostics.error(rangeOf(*term.first, *term.last), std::move(message));
}

bool ExpressionBuilder::require(const Term& term, Type type, std::string_view what) {
  if (!term.expr) return false;
  if (term.expr->type() == type) return true;
  error(term, std::string(what) + " has type " + term.expr->type()->toString() + ", expected " +
                  type->toString());
  return false;
}

void ExpressionBuilder::reportDepth(const Term& term, const std::string& message) {
  if (!depthReported_) error(term, message);
  depthReported_ = true;
}

ExpressionBuilder::Term ExpressionBuilder::checkDepth(Term term) {
  if (term.depth <= maximalExpressionDepth || !term.expr) return term;
  reportDepth(term, "the expression is too deep (more than " +
                        std::to_string(maximalExpressionDepth) + " operators)");
  term.expr = nullptr;
  return term;
}

//--- Precedence -----------------------------------------------------------------------------

ExpressionBuilder::Term ExpressionBuilder::term(Grammar::ExpressionContext* tree) {
  Cursor cursor{tree};
  return binary(cursor, loosestPrecedence);
}

// Precedence climbing: an operand and the operators after it that are not looser than `loosest`.
ExpressionBuilder::Term ExpressionBuilder::binary(Cursor& cursor, unsigned loosest) {
  // Only right-associative chains and chains of `if` come here more often than the parser has
  // nested rules.
  if (recursion_ > maximalNesting) {
    Term left{nullptr, 1, &textToken(cursor.tree->start), &textToken(cursor.tree->stop)};
    reportDepth(left, nestedTooDeeply);
    cursor.operand = cursor.tree->operands.size();
    return left;
  }
  if (recursion_++ == 0) depthReported_ = false;
  Term left = unary(cursor);
  const BinaryOperator* previous = nullptr;
  while (cursor.operand < cursor.tree->operands.size()) {
    const antlr4::Token* token = cursor.tree->operators[cursor.operand - 1];
    const BinaryOperator& operation = binaryOperator(token);
    if (operation.precedence < loosest) break;
    if (previous != nullptr && previous->precedence == operation.precedence) {
      if (operation.chain == Chain::Alike && previous->token != operation.token)
        unit_.error(token, "'&&' and '||' are mixed; say with parentheses which binds first");
      if (operation.chain == Chain::Never)
        unit_.error(token, "comparisons cannot be chained; use parentheses");
    }
    const bool right = operation.chain == Chain::Right;
    const Term operand = binary(cursor, operation.precedence + (right ? 0 : 1));
    Term result{combine(textToken(token), left, operand), std::max(left.depth, operand.depth) + 1,
                left.first, operand.last};
    left = checkDepth(result);
    previous = &operation;
  }
  --recursion_;
  return left;
}

ExpressionBuilder::Term ExpressionBuilder::unary(Cursor& cursor) {
  Grammar::OperandContext* operand = cursor.tree->operands[cursor.operand];
  const std::size_t begin = cursor.prefix;
  std::size_t end = begin;
  while (end < operand->prefixes.size() &&
         operand->prefixes[end]->operation->getType() != Grammar::IF)
    ++end;
  Term result;
  if (end < operand->prefixes.size()) {
    cursor.prefix = end + 1;
    result = conditional(cursor, operand->prefixes[end]);
  } else {
    cursor.prefix = 0;
    ++cursor.operand;
    result = primary(operand);
  }
  // The prefixes before it, from the inside out.
  for (std::size_t i = end; i-- > begin && result.expr;) {
    const antlr4::Token* operation = operand->prefixes[i]->operation;
    const bool negation = operation->getType() == Grammar::NOT;
    if (!require(result, negation ? boolType() : intType(),
                 negation ? "the operand of '!'" : "the operand of '-'")) {
      result.expr = nullptr;
      break;
    }
    ExprPool& pool = unit_.program.pool();
    const bool literal = operand->literal != nullptr && operand->suffixes.empty() &&
                         i + 1 == operand->prefixes.size();
    if (!negation && literal)
      result.expr = pool.integer(-result.expr->value());
    else
      result.expr = pool.make(negation ? Op::Not : Op::IntNeg, result.expr);
    result.first = &textToken(operation);
    ++result.depth;
    result = checkDepth(result);
  }
  return result;
}

ExpressionBuilder::Term ExpressionBuilder::conditional(Cursor& cursor,
                                                       Grammar::PrefixContext* tree) {
  const Term guard = term(tree->guard);
  const Term then = term(tree->then);
  const Term otherwise = binary(cursor, loosestPrecedence);
  Term result{nullptr, std::max({guard.depth, then.depth, otherwise.depth}) + 1,
              &textToken(tree->start), otherwise.last};
  if (!require(guard, boolType(), "the condition of 'if'") || !then.expr || !otherwise.expr)
    return result;
  if (then.expr->type() != otherwise.expr->type()) {
    error(result, "the branches of 'if' have different types, " + then.expr->type()->toString() +
                      " and " + otherwise.expr->type()->toString());
    return result;
  }
  result.expr = unit_.program.pool().ite(guard.expr, then.expr, otherwise.expr);
  return checkDepth(result);
}

Expr ExpressionBuilder::combine(const TextToken& token, const Term& left, const Term& right) {
  if (!left.expr || !right.expr) return nullptr;
  const BinaryOperator& operation = binaryOperator(&token);
  auto both = [&](Type type) {
    if (left.expr->type() == type && right.expr->type() == type) return true;
    return require(left, type, "the left side of " + inQuotes(token.text())) &&
           require(right, type, "the right side of " + inQuotes(token.text()));
  };
  const Type type = left.expr->type();
  bool good = true;
  switch (operation.op) {
    case Op::Iff:
    case Op::Implies:
    case Op::And:
    case Op::Or: good = both(boolType()); break;
    case Op::Equal:
    case Op::NotEqual:
      if (type != right.expr->type()) {
        unit_.error(token, inQuotes(token.text()) + " compares " + type->toString() + " with " +
                               right.expr->type()->toString());
        good = false;
      }
      break;
    case Op::Concat:
      for (const Term* side : {&left, &right}) {
        if (side->expr->type()->isBitVector()) continue;
        error(*side, "'++' joins bit vectors, not " + side->expr->type()->toString());
        return nullptr;
      }
      if (type->width() + right.expr->type()->width() > maximalWidth) {
        unit_.error(token,
                    "a bit vector may be at most " + std::to_string(maximalWidth) + " bits wide");
        good = false;
      }
      break;
    default: good = both(intType()); break;
  }
  return good ? unit_.program.pool().make(operation.op, left.expr, right.expr) : nullptr;
}

//--- Operands -------------------------------------------------------------------------------

ExpressionBuilder::Term ExpressionBuilder::primary(Grammar::OperandContext* tree) {
  Term result;
  // Without the prefixes and suffixes; those widen the range as they are applied.
  const antlr4::Token* first = tree->start;
  if (!tree->prefixes.empty()) {
    const auto& last = textToken(tree->prefixes.back()->stop);
    first = &last.buffer().tokens()[last.getTokenIndex() + 1];
  }
  result.first = &textToken(first);
  const antlr4::Token* last = tree->stop;
  if (!tree->suffixes.empty()) {
    const auto& bracket = textToken(tree->suffixes.front()->start);
    last = &bracket.buffer().tokens()[bracket.getTokenIndex() - 1];
  }
  result.last = &textToken(last);

  if (tree->name && tree->call) {
    result.expr = call(tree, result.depth);
  } else if (tree->name) {
    if (const Variable* found = variable(textToken(tree->name)))
      result.expr = unit_.program.pool().variable(found);
  } else if (tree->literal) {
    result.expr = literal(textToken(tree->literal));
  } else if (tree->quantified) {
    const Term inner = quantifier(tree->quantified);
    result.expr = inner.expr;
    result.depth = inner.depth;
  } else {
    const Term inner = term(tree->inner);
    result.expr = inner.expr;
    result.depth = inner.depth;
    if (tree->old) {
      if (old_ == Old::Refused) {
        unit_.error(tree->old, "'old' has a meaning in 'ensures' only");
        result.expr = nullptr;
      } else if (inner.expr) {
        result.expr = unit_.program.pool().make(Op::Old, inner.expr);
        ++result.depth;
      }
    }
  }
  for (Grammar::SuffixContext* bracket : tree->suffixes) result = suffix(result, bracket);
  return checkDepth(result);
}

Expr ExpressionBuilder::literal(const TextToken& token) {
  ExprPool& pool = unit_.program.pool();
  switch (token.getType()) {
    case Grammar::TRUE: return pool.boolean(true);
    case Grammar::FALSE: return pool.boolean(false);
    case Grammar::INTEGER: return pool.integer(BigInt(decimal(token.text())));
    default: return bitVectorLiteral(token);
  }
}

Expr ExpressionBuilder::bitVectorLiteral(const TextToken& token) {
  const std::size_t split = token.text().find('b');
  const std::string digits = decimal(token.text().substr(0, split));
  const unsigned width = readWidth(unit_, token, token.text().substr(split + 2));
  if (width == 0) return nullptr;
  // 2^w has at most w/3 + 1 digits; nothing longer needs to be converted to know.
  const bool fits = digits.size() <= width / 3 + 1;
  const BigInt value = fits ? BigInt(digits) : BigInt(0);
  if (!fits || (value >> width) != 0) {
    unit_.error(token, "the value does not fit into " + std::to_string(width) + " bits");
    return nullptr;
  }
  return unit_.program.pool().bitVector(value, width);
}

Expr ExpressionBuilder::call(Grammar::OperandContext* tree, unsigned& depth) {
  const TextToken& name = textToken(tree->name);
  std::vector<Term> arguments;
  arguments.reserve(tree->arguments.size());
  for (Grammar::ExpressionContext* argument : tree->arguments) {
    arguments.push_back(term(argument));
    depth = std::max(depth, arguments.back().depth + 1);
  }
  Function* function = unit_.functions.find(name.text());
  if (function == nullptr) {
    NearestName nearest(name.text());
    unit_.functions.consider(nearest);
    std::string hint = nearest.suggestion();
    if (unit_.procedures.find(name.text()) != nullptr)
      hint = "; it is a procedure, which only a 'call' statement can call";
    unit_.unknownName(name, "unknown function " + inQuotes(name.text()) + hint);
    return nullptr;
  }
  if (unit_.isBroken(function)) return nullptr;
  const auto& parameters = function->parameters;
  if (arguments.size() != parameters.size()) {
    unit_.error(name, inQuotes(name.text()) + " takes " + std::to_string(parameters.size()) +
                          (parameters.size() == 1 ? " argument, not " : " arguments, not ") +
                          std::to_string(arguments.size()));
    return nullptr;
  }
  std::vector<Expr> args;
  args.reserve(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].expr) return nullptr;
    args.push_back(arguments[i].expr);
    if (args.back()->type() == parameters[i]->type) continue;
    require(arguments[i], parameters[i]->type,
            "argument " + std::to_string(i + 1) + " of " + inQuotes(name.text()));
    return nullptr;
  }
  ExprPool& pool = unit_.program.pool();
  if (!function->builtin) return pool.apply(function, std::move(args));
  if (*function->builtin == Op::ZeroExtend || *function->builtin == Op::SignExtend)
    return pool.extend(*function->builtin, args.front(), function->result->width());
  return pool.make(*function->builtin, std::move(args));
}

//--- Suffixes and quantifiers ---------------------------------------------------------------

ExpressionBuilder::Term ExpressionBuilder::suffix(Term map, Grammar::SuffixContext* tree) {
  std::vector<Term> indices;
  for (Grammar::ExpressionContext* index : tree->indices) {
    indices.push_back(term(index));
    map.depth = std::max(map.depth, indices.back().depth);
  }
  ++map.depth;
  if (tree->high && map.expr) map.expr = extract(map, tree);
  for (const Term& index : indices) {
    if (!map.expr) break;
    if (!map.expr->type()->isMap()) {
      error(map, "a value of type " + map.expr->type()->toString() + " cannot be indexed");
      map.expr = nullptr;
    } else if (!require(index, map.expr->type()->domain(), "the index")) {
      map.expr = nullptr;
    } else {
      map.expr = unit_.program.pool().make(Op::Select, map.expr, index.expr);
    }
  }
  map.last = &textToken(tree->stop);
  return map;
}

Expr ExpressionBuilder::extract(const Term& bits, Grammar::SuffixContext* tree) {
  if (!bits.expr->type()->isBitVector()) {
    error(bits, "bits cannot be taken from a value of type " + bits.expr->type()->toString());
    return nullptr;
  }
  unsigned high = 0;
  unsigned low = 0;
  auto read = [](const antlr4::Token* token, unsigned& number) {
    const std::string_view text = textOf(token);
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  };
  const unsigned width = bits.expr->type()->width();
  if (!read(tree->high, high) || !read(tree->low, low) || high > width || low >= high) {
    unit_.error(
        tree, "there are no bits " +
                  inQuotes(std::string(textOf(tree->high)) + ":" + std::string(textOf(tree->low))) +
                  " in a bit vector of width " + std::to_string(width));
    return nullptr;
  }
  return unit_.program.pool().extract(bits.expr, high, low);
}

ExpressionBuilder::Term ExpressionBuilder::quantifier(Grammar::QuantifierContext* tree) {
  Term result{nullptr, 1, &textToken(tree->start), &textToken(tree->stop)};
  std::vector<Variable*> bound;
  bool good = true;
  for (Grammar::TypedNamesContext* group : tree->groups) {
    const auto type = readType(unit_, group->value);
    good &= type.has_value();
    for (const antlr4::Token* name : group->names) {
      const bool twice = std::any_of(bound.begin(), bound.end(),
                                     [&](const Variable* v) { return v->name == textOf(name); });
      if (twice) unit_.error(name, "duplicate bound variable " + inQuotes(textOf(name)));
      Variable* variable = unit_.program.newVariable();
      describe(*variable, name, Variable::Kind::Bound, type);
      bound.push_back(variable);
      good &= !twice;
    }
  }
  if (!good) return result;
  bound_.insert(bound_.end(), bound.begin(), bound.end());
  std::vector<Expr> triggers;
  for (Grammar::TriggerContext* trigger : tree->triggers) {
    for (Grammar::ExpressionContext* value : trigger->values) {
      triggers.push_back(build(value));
      good &= triggers.back() != nullptr;
    }
  }
  const Term body = term(tree->value);
  good &= require(body, boolType(), "the body of the quantifier");
  bound_.resize(bound_.size() - bound.size());
  result.depth = body.depth + 1;
  if (!good) return result;
  const Op op = tree->kind->getType() == Grammar::FORALL ? Op::Forall : Op::Exists;
  result.expr =
      unit_.program.pool().quantifier(op, std::move(bound), body.expr, std::move(triggers));
  return result;
}

}  // namespace barricade
