#include "precondition/vocabulary.h"

#include <algorithm>

#include "analysis/launch.h"
#include "analysis/slice.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

bool isSize(const Variable& variable) {
  return variable.launch && (variable.launch->kind == LaunchConstant::Kind::GroupSize ||
                             variable.launch->kind == LaunchConstant::Kind::NumGroups);
}

enum class Reading { Neither, Signed, Unsigned };

Reading readingOf(Op op) {
  switch (op) {
    case Op::BvSlt:
    case Op::BvSle:
    case Op::BvSgt:
    case Op::BvSge:
    case Op::BvSDiv:
    case Op::BvSRem:
    case Op::BvSMod:
    case Op::BvAShr:
    case Op::SignExtend: return Reading::Signed;
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvUgt:
    case Op::BvUge:
    case Op::BvUDiv:
    case Op::BvURem:
    case Op::BvLShr:
    case Op::ZeroExtend: return Reading::Unsigned;
    default: return Reading::Neither;
  }
}

bool isTruthValue(const Variable& parameter) {
  return parameter.type->isBitVector() && parameter.type->width() == 1;
}

// Where attributes tell which parameters are integers in the source, others are floating-point
// numbers, or fields that have no name there: nobody demands anything of their bits.
bool isInteger(const Procedure& kernel, const Variable& parameter) {
  if (!parameter.type->isBitVector() || parameter.type->width() > 64) return false;
  const Attributes& attributes = kernel.attributes;
  const bool isTold = hasAttribute(attributes, "signed") || hasAttribute(attributes, "unsigned");
  return !isTold || isTruthValue(parameter) || hasArgument(attributes, "signed", parameter.name) ||
         hasArgument(attributes, "unsigned", parameter.name);
}

bool passesOn(Op op) {
  return op == Op::BvAdd || op == Op::BvSub || op == Op::BvMul || op == Op::BvNeg || op == Op::Ite;
}

// The IR's bits have no signs. Attributes of the kernel tell those of the source; where they do
// not, operators tell. What some operator reads as signed is signed, and so is what no operator
// tells of, as most parameters are.
std::unordered_set<const Variable*> unsignedParameters(const Procedure& kernel) {
  std::unordered_set<const Variable*> asSigned, asUnsigned;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          const Reading reading = readingOf(e->op());
          if (reading == Reading::Neither) return;
          auto& found = reading == Reading::Signed ? asSigned : asUnsigned;
          forEachNodeWhile({e->args().begin(), e->args().end()}, [&](Expr part) {
            if (part->op() == Op::Variable) found.insert(part->variable());
            return passesOn(part->op());
          });
        });
      });
  for (const Variable* variable : asSigned) asUnsigned.erase(variable);
  for (const Variable* parameter : kernel.parameters) {
    if (hasArgument(kernel.attributes, "signed", parameter->name)) asUnsigned.erase(parameter);
    if (hasArgument(kernel.attributes, "unsigned", parameter->name) || isTruthValue(*parameter))
      asUnsigned.insert(parameter);
  }
  return asUnsigned;
}

}  // namespace

std::string sourceName(const Variable& variable) {
  if (isSize(variable)) return sizeName(*variable.launch);
  return variable.name.starts_with("$") ? variable.name.substr(1) : variable.name;
}

// Nobody demands anything of what is only stored, as the bits of a `__half`.
Vocabulary::Vocabulary(const Procedure& kernel) : unsigned_(unsignedParameters(kernel)) {
  const Slice slice = findSlice(kernel, ControlFlow(kernel), {});
  for (const Variable* parameter : kernel.parameters)
    if (isInteger(kernel, *parameter) && slice.control.contains(parameter))
      parameters_.insert(parameter);
}

bool Vocabulary::knows(const Variable* variable) const {
  return parameters_.contains(variable) || isSize(*variable);
}

BigInt Vocabulary::number(const Variable* variable, const BigInt& bits) const {
  const bool sign = isSigned(variable) && variable->type->isBitVector();
  return sign ? toSigned(bits, variable->type->width()) : bits;
}

std::size_t Vocabulary::column(std::vector<const Variable*> factors) {
  // Sizes of the grid first, as in `gridDim.x * blockDim.x`.
  std::sort(factors.begin(), factors.end(), [](const Variable* a, const Variable* b) {
    return std::pair(!isSize(*a), sourceName(*b)) < std::pair(!isSize(*b), sourceName(*a));
  });
  const auto [it, added] = numbers_.try_emplace(factors, columns_.size());
  if (added) {
    std::string text;
    for (const Variable* factor : factors)
      text += (text.empty() ? "" : " * ") + sourceName(*factor);
    const bool single = factors.size() == 1;
    const bool size = single && isSize(*factors.front());
    const bool sign = single && !size && isSigned(factors.front());
    columns_.push_back({std::move(factors), std::move(text), size, sign});
  }
  return it->second;
}

Expr Vocabulary::value(ExprPool& pool, std::size_t column, unsigned width) const {
  Expr product = nullptr;
  for (const Variable* factor : columns_[column].factors) {
    Expr value = pool.variable(factor);
    const Op extension = isSigned(factor) ? Op::SignExtend : Op::ZeroExtend;
    if (value->type()->width() < width) value = pool.extend(extension, value, width);
    product = product ? pool.make(Op::BvMul, product, value) : value;
  }
  return product;
}

unsigned Vocabulary::width(std::size_t column) const {
  unsigned bits = 1;
  for (const Variable* factor : columns_[column].factors)
    bits += isSize(*factor) ? (factor->launch->kind == LaunchConstant::Kind::GroupSize ? 16 : 32)
                            : factor->type->width();
  return bits;
}

}  // namespace barricade
