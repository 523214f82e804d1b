#include "restructure/atomic_operation.h"

#include <algorithm>
#include <vector>

#include "ir/walk.h"

namespace barricade {
namespace {

bool mentions(Expr e, Expr part) {
  return anyNode(e, [&](Expr node) { return node == part; });
}

// "FADD32" and its like: floating-point arithmetic is uninterpreted.
bool appliesFloat(Expr e, std::string_view operation) {
  return e->op() == Op::Apply && e->args().size() == 2 &&
         std::string_view(e->function()->name).starts_with(operation);
}

bool isSum(Expr e) {
  return e->op() == Op::BvAdd || appliesFloat(e, "FADD");
}
bool isDifference(Expr e) {
  return e->op() == Op::BvSub || appliesFloat(e, "FSUB");
}

Expr joined(ExprPool& pool, Expr shape, Expr a, Expr b) {
  return pool.withArgs(shape, {a, b});
}

// `old + x`, `(x + old) - y` and so on: old stands in it once, with a positive sign. The operand
// is the same sum without it; null for old itself.
class SumWithoutOld {
 public:
  SumWithoutOld(ExprPool& pool, Expr old) : pool_(pool), old_(old) {}

  // Whether `e` is old and something; then `rest` is that, or null.
  bool split(Expr e, Expr& rest) {
    if (e == old_) {
      rest = nullptr;
      return true;
    }
    if (isSum(e)) {
      const bool left = mentions(e->arg(0), old_);
      if (left == mentions(e->arg(1), old_)) return false;
      Expr inner = nullptr;
      const Expr other = e->arg(left ? 1 : 0);
      if (!split(e->arg(left ? 0 : 1), inner)) return false;
      rest = inner ? left ? joined(pool_, e, inner, other) : joined(pool_, e, other, inner) : other;
      return true;
    }
    if (isDifference(e)) {
      Expr inner = nullptr;
      if (mentions(e->arg(1), old_) || !split(e->arg(0), inner)) return false;
      rest = inner ? joined(pool_, e, inner, e->arg(1)) : negated(e);
      return true;
    }
    return false;
  }

 private:
  // 0 - x, in the arithmetic of the difference `old - x`.
  Expr negated(Expr difference) {
    const Expr x = difference->arg(1);
    return joined(pool_, difference, pool_.bitVector(0, x->type()->width()), x);
  }

  ExprPool& pool_;
  Expr old_;
};

bool usesFloat(Expr e) {
  return e->op() == Op::Apply;
}

std::string integerType(unsigned width, bool isSigned) {
  if (width == 32) return isSigned ? "int" : "unsigned_int";
  return isSigned ? "long_long" : "unsigned_long_long";
}

std::optional<AtomicForm> sum(ExprPool& pool, Expr value, Expr old) {
  const unsigned width = old->type()->width();
  const bool isFloat = usesFloat(value);
  if (value->op() == Op::BvSub && value->arg(0) == old && width == 32 &&
      !mentions(value->arg(1), old))
    return AtomicForm{"atomicSub", integerType(width, true), value->arg(1)};
  Expr operand = nullptr;
  if (!SumWithoutOld(pool, old).split(value, operand) || !operand) return std::nullopt;
  const std::string type = isFloat ? (width == 32 ? "float" : "double") : integerType(width, true);
  return AtomicForm{"atomicAdd", type, operand};
}

std::optional<AtomicForm> bitwise(Expr value, Expr old) {
  const char* operation = value->op() == Op::BvAnd   ? "atomicAnd"
                          : value->op() == Op::BvOr  ? "atomicOr"
                          : value->op() == Op::BvXor ? "atomicXor"
                                                     : nullptr;
  if (!operation) return std::nullopt;
  for (unsigned side : {0U, 1U})
    if (value->arg(side) == old && !mentions(value->arg(1 - side), old))
      return AtomicForm{operation, integerType(old->type()->width(), true), value->arg(1 - side)};
  return std::nullopt;
}

// `if p < q then p else q` and its like.
std::optional<AtomicForm> extreme(Expr value, Expr old) {
  if (value->op() != Op::Ite) return std::nullopt;
  const Expr test = value->arg(0);
  bool less = false;
  bool isSigned = false;
  switch (test->op()) {
    case Op::BvSlt:
    case Op::BvSle: less = isSigned = true; break;
    case Op::BvSgt:
    case Op::BvSge: isSigned = true; break;
    case Op::BvUlt:
    case Op::BvUle: less = true; break;
    case Op::BvUgt:
    case Op::BvUge: break;
    default: return std::nullopt;
  }
  const Expr p = test->arg(0);
  const Expr q = test->arg(1);
  const bool keepsFirst = value->arg(1) == p && value->arg(2) == q;
  if (!keepsFirst && !(value->arg(1) == q && value->arg(2) == p)) return std::nullopt;
  const Expr other = p == old ? q : p;
  if ((p != old && q != old) || mentions(other, old)) return std::nullopt;
  return AtomicForm{keepsFirst == less ? "atomicMin" : "atomicMax",
                    integerType(old->type()->width(), isSigned), other};
}

}  // namespace

std::optional<AtomicForm> atomicFormOf(ExprPool& pool, Expr value, Expr old) {
  if (!old->type()->isBitVector()) return std::nullopt;
  if (old->type()->width() != 32 && old->type()->width() != 64) return std::nullopt;
  if (auto form = sum(pool, value, old)) return form;
  if (auto form = bitwise(value, old)) return form;
  return extreme(value, old);
}

Procedure* atomicProcedure(Program& program, const Array& array) {
  const std::string name = "_ATOMIC_OP" + std::to_string(array.variable->type->range()->width());
  for (Procedure* procedure : program.procedures())
    if (procedure->name == name) return procedure;
  Procedure* declared = program.addProcedure();
  declared->name = declared->sourceName = name;
  declared->role = Procedure::Role::AtomicOp;
  const Type map = array.variable->type;
  auto add = [&](std::vector<Variable*>& list, const char* of, Variable::Kind kind, Type type) {
    Variable* added = program.newVariable();
    added->name = of;
    added->kind = kind;
    added->type = type;
    list.push_back(added);
  };
  add(declared->parameters, "x", Variable::Kind::Parameter, map);
  add(declared->parameters, "y", Variable::Kind::Parameter, map->domain());
  add(declared->results, "z", Variable::Kind::Result, map->range());
  add(declared->results, "A", Variable::Kind::Result, map);
  return declared;
}

}  // namespace barricade
