#include "ir/expr.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "ir/program.h"
#include "ir/walk.h"

namespace barricade {

std::string_view smtName(Op op) {
  switch (op) {
    case Op::ZeroExtend: return "zero_extend";
    case Op::SignExtend: return "sign_extend";
    case Op::BvAdd: return "bvadd";
    case Op::BvSub: return "bvsub";
    case Op::BvMul: return "bvmul";
    case Op::BvSDiv: return "bvsdiv";
    case Op::BvUDiv: return "bvudiv";
    case Op::BvSRem: return "bvsrem";
    case Op::BvURem: return "bvurem";
    case Op::BvSMod: return "bvsmod";
    case Op::BvShl: return "bvshl";
    case Op::BvLShr: return "bvlshr";
    case Op::BvAShr: return "bvashr";
    case Op::BvAnd: return "bvand";
    case Op::BvOr: return "bvor";
    case Op::BvXor: return "bvxor";
    case Op::BvNot: return "bvnot";
    case Op::BvNeg: return "bvneg";
    case Op::BvUlt: return "bvult";
    case Op::BvUle: return "bvule";
    case Op::BvUgt: return "bvugt";
    case Op::BvUge: return "bvuge";
    case Op::BvSlt: return "bvslt";
    case Op::BvSle: return "bvsle";
    case Op::BvSgt: return "bvsgt";
    case Op::BvSge: return "bvsge";
    default: return {};
  }
}

bool isComparison(Op op) {
  return (op >= Op::IntLt && op <= Op::IntGe) || (op >= Op::BvUlt && op <= Op::BvSge);
}

//--- Hash-consing ---------------------------------------------------------------------------

namespace {

void mix(std::size_t& seed, std::size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2);
}

Type resultType(Op op, const std::vector<Expr>& args) {
  if (isComparison(op)) return boolType();
  switch (op) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Iff:
    case Op::Equal:
    case Op::NotEqual: return boolType();
    case Op::Ite: return args[1]->type();
    case Op::IntNeg:
    case Op::IntAdd:
    case Op::IntSub:
    case Op::IntMul:
    case Op::IntDiv:
    case Op::IntMod: return intType();
    case Op::Concat: return bitVectorType(args[0]->type()->width() + args[1]->type()->width());
    case Op::Select: return args[0]->type()->range();
    default: return args[0]->type();
  }
}

}  // namespace

std::size_t ExprPool::Hash::operator()(Expr e) const {
  std::size_t seed = static_cast<std::size_t>(e->op_);
  mix(seed, std::hash<const void*>{}(e->type_));
  mix(seed, std::hash<const void*>{}(e->variable_));
  mix(seed, std::hash<const void*>{}(e->function_));
  mix(seed, e->high_);
  mix(seed, e->low_);
  for (Expr a : e->args_) mix(seed, a->id_);
  for (const Variable* v : e->bound_) mix(seed, std::hash<const void*>{}(v));
  if (e->isLiteral()) mix(seed, boost::multiprecision::hash_value(e->value_));
  return seed;
}

bool ExprPool::Same::operator()(Expr a, Expr b) const {
  return a->op_ == b->op_ && a->type_ == b->type_ && a->variable_ == b->variable_ &&
         a->function_ == b->function_ && a->high_ == b->high_ && a->low_ == b->low_ &&
         a->args_ == b->args_ && a->bound_ == b->bound_ && a->value_ == b->value_;
}

ExprPool::ExprPool() = default;
ExprPool::~ExprPool() = default;

Expr ExprPool::intern(std::unique_ptr<ExprNode> node) {
  if (auto it = index_.find(node.get()); it != index_.end()) return *it;
  node->id_ = static_cast<std::uint32_t>(nodes_.size());
  Expr e = node.get();
  nodes_.push_back(std::move(node));
  index_.insert(e);
  return e;
}

//--- Construction ---------------------------------------------------------------------------

Expr ExprPool::boolean(bool value) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::BoolLiteral;
  node->type_ = boolType();
  node->value_ = value ? 1 : 0;
  return intern(std::move(node));
}

Expr ExprPool::bitVector(const BigInt& value, unsigned width) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::BvLiteral;
  node->type_ = bitVectorType(width);
  const BigInt modulus = BigInt(1) << width;
  if (value < 0 || value >= modulus) {
    BigInt reduced = value % modulus;
    if (reduced < 0) reduced += modulus;
    node->value_ = reduced;
  } else {
    node->value_ = value;
  }
  return intern(std::move(node));
}

Expr ExprPool::integer(const BigInt& value) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::IntLiteral;
  node->type_ = intType();
  node->value_ = value;
  return intern(std::move(node));
}

Expr ExprPool::variable(const Variable* variable) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::Variable;
  node->type_ = variable->type;
  node->variable_ = variable;
  return intern(std::move(node));
}

Expr ExprPool::apply(const Function* function, std::vector<Expr> args) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::Apply;
  node->type_ = function->result;
  node->function_ = function;
  node->args_ = std::move(args);
  return intern(std::move(node));
}

Expr ExprPool::make(Op op, std::vector<Expr> args) {
  assert(!args.empty());
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = op;
  node->type_ = resultType(op, args);
  node->args_ = std::move(args);
  return intern(std::move(node));
}

Expr ExprPool::ite(Expr condition, Expr then, Expr otherwise) {
  return make(Op::Ite, {condition, then, otherwise});
}

Expr ExprPool::extract(Expr e, unsigned high, unsigned low) {
  assert(high > low && high <= e->type()->width());
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = Op::Extract;
  node->type_ = bitVectorType(high - low);
  node->high_ = high;
  node->low_ = low;
  node->args_ = {e};
  return intern(std::move(node));
}

Expr ExprPool::extend(Op op, Expr e, unsigned width) {
  assert(width >= e->type()->width());
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = op;
  node->type_ = bitVectorType(width);
  node->args_ = {e};
  return intern(std::move(node));
}

Expr ExprPool::quantifier(Op op, std::vector<Variable*> bound, Expr body,
                          std::vector<Expr> triggers) {
  auto node = std::unique_ptr<ExprNode>(new ExprNode);
  node->op_ = op;
  node->type_ = boolType();
  node->bound_ = std::move(bound);
  node->args_ = {body};
  node->args_.insert(node->args_.end(), triggers.begin(), triggers.end());
  return intern(std::move(node));
}

Expr ExprPool::withArgs(Expr e, std::vector<Expr> args) {
  // NOLINTNEXTLINE(modernize-make-unique): the constructor is private
  auto node = std::unique_ptr<ExprNode>(new ExprNode(*e));
  node->args_ = std::move(args);
  return intern(std::move(node));
}

//--- Substitution ---------------------------------------------------------------------------

Expr substitute(ExprPool& pool, Expr e, const std::unordered_map<Expr, Expr>& map,
                std::unordered_map<Expr, Expr>& memo) {
  return fold<Expr>(
      e, memo, [&](Expr part) { return replacement(part, map); },
      [&](Expr part, std::vector<Expr> args) {
        return std::ranges::equal(args, part->args()) ? part : pool.withArgs(part, std::move(args));
      });
}

}  // namespace barricade
