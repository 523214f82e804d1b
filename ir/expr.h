// Expressions of the IR, hash-consed: structurally equal expressions of one ExprPool are equal
// pointers, so that comparing two threads' values is a pointer comparison and passes over
// expressions can be memoised by node.
//
// The same expressions serve as the terms of the verification condition; the bit-vector
// operations of `{:bvbuiltin ...}` functions are operators of their own (an application of
// BV32_ADD is Op::BvAdd), all other functions are Op::Apply. ExprPool builds exactly what it is
// asked for and never simplifies; see verifier/terms.h for building with simplification.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/type.h"

namespace barricade {

using BigInt = boost::multiprecision::cpp_int;

struct Variable;
struct Function;

enum class Op : std::uint8_t {
  // Leaves.
  BoolLiteral,  // value 0 or 1
  BvLiteral,    // value in [0, 2^width)
  IntLiteral,   // any integer
  Variable,     // symbol: Variable
  // Logic.
  Not,
  And,
  Or,
  Implies,
  Iff,
  Ite,
  Equal,
  NotEqual,
  // Unbounded integers (math-int mode); Div and Mod are Euclidean as in Boogie.
  IntNeg,
  IntAdd,
  IntSub,
  IntMul,
  IntDiv,
  IntMod,
  IntLt,
  IntLe,
  IntGt,
  IntGe,
  // Bit vectors, with the semantics of SMT-LIB (total: x/0 is all ones, x%0 is x).
  Concat,      // the first argument is the high part
  Extract,     // bits low .. high-1 of the argument, as the IR writes e[high:low]
  ZeroExtend,  // to the width of the type
  SignExtend,  // to the width of the type
  BvAdd,
  BvSub,
  BvMul,
  BvSDiv,
  BvUDiv,
  BvSRem,
  BvURem,
  BvSMod,
  BvShl,
  BvLShr,
  BvAShr,
  BvAnd,
  BvOr,
  BvXor,
  BvNot,
  BvNeg,
  BvUlt,
  BvUle,
  BvUgt,
  BvUge,
  BvSlt,
  BvSle,
  BvSgt,
  BvSge,
  // Maps and functions.
  Select,  // (map, index)
  Apply,   // symbol: Function without `bvbuiltin`
  // Specifications.
  Old,
  Forall,
  Exists,  // quantifiers: bound variables in `bound`, args[0] the body, then triggers
};

// The SMT-LIB name of a bit-vector operator ("bvadd", "zero_extend"), empty for other operators.
std::string_view smtName(Op op);

// Whether `op` is <, <=, > or >= of integers or of bit vectors, signed or unsigned.
bool isComparison(Op op);

class ExprNode;
using Expr = const ExprNode*;

class ExprNode {
 public:
  Op op() const { return op_; }
  Type type() const { return type_; }
  std::uint32_t id() const { return id_; }  // consecutive from 0 in one pool, arguments first
  std::span<const Expr> args() const { return args_; }
  Expr arg(std::size_t i) const { return args_[i]; }

  const BigInt& value() const { return value_; }               // literals
  const Variable* variable() const { return variable_; }       // Op::Variable
  const Function* function() const { return function_; }       // Op::Apply
  unsigned high() const { return high_; }                      // Op::Extract, exclusive
  unsigned low() const { return low_; }                        // Op::Extract
  std::span<Variable* const> bound() const { return bound_; }  // Op::Forall, Op::Exists

  bool isLiteral() const { return op_ <= Op::IntLiteral; }
  bool isTrue() const { return op_ == Op::BoolLiteral && value_ == 1; }
  bool isFalse() const { return op_ == Op::BoolLiteral && value_ == 0; }

 private:
  friend class ExprPool;
  ExprNode() = default;
  Op op_{};
  std::uint32_t id_ = 0;
  Type type_ = nullptr;
  const Variable* variable_ = nullptr;
  const Function* function_ = nullptr;
  unsigned high_ = 0;
  unsigned low_ = 0;
  std::vector<Expr> args_;
  std::vector<Variable*> bound_;
  BigInt value_;
};

// Owns expressions. Not thread-safe; expressions live as long as their pool.
class ExprPool {
 public:
  ExprPool();
  ~ExprPool();
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  Expr boolean(bool value);
  Expr bitVector(const BigInt& value, unsigned width);  // reduced modulo 2^width
  Expr integer(const BigInt& value);
  Expr variable(const Variable* variable);
  Expr apply(const Function* function, std::vector<Expr> args);
  // Operators whose result type follows from their arguments (all but the ones below).
  Expr make(Op op, std::vector<Expr> args);
  Expr make(Op op, Expr a) { return make(op, std::vector<Expr>{a}); }
  Expr make(Op op, Expr a, Expr b) { return make(op, std::vector<Expr>{a, b}); }
  Expr ite(Expr condition, Expr then, Expr otherwise);
  Expr extract(Expr e, unsigned high, unsigned low);  // width >= high > low
  Expr extend(Op op, Expr e, unsigned width);         // ZeroExtend, SignExtend to `width`
  Expr quantifier(Op op, std::vector<Variable*> bound, Expr body, std::vector<Expr> triggers);
  // `e` with other arguments (same operator, symbol and bounds).
  Expr withArgs(Expr e, std::vector<Expr> args);

  std::size_t size() const { return nodes_.size(); }

 private:
  struct Hash {
    std::size_t operator()(Expr e) const;
  };
  struct Same {
    bool operator()(Expr a, Expr b) const;
  };
  Expr intern(std::unique_ptr<ExprNode> node);

  std::vector<std::unique_ptr<ExprNode>> nodes_;
  std::unordered_set<Expr, Hash, Same> index_;
};

// Rebuilds `e` bottom-up, replacing the leaves (and whole subterms) that `map` contains. `memo`
// may be kept between calls with the same map.
Expr substitute(ExprPool& pool, Expr e, const std::unordered_map<Expr, Expr>& map,
                std::unordered_map<Expr, Expr>& memo);

}  // namespace barricade
