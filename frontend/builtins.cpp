#include "frontend/builtins.h"

#include <algorithm>
#include <charconv>

#include "frontend/attribute_reader.h"

namespace barricade {

namespace {

constexpr Op operators[] = {Op::BvAdd,  Op::BvSub,  Op::BvMul, Op::BvSDiv, Op::BvUDiv, Op::BvSRem,
                            Op::BvURem, Op::BvSMod, Op::BvShl, Op::BvLShr, Op::BvAShr, Op::BvAnd,
                            Op::BvOr,   Op::BvXor,  Op::BvNot, Op::BvNeg,  Op::BvUlt,  Op::BvUle,
                            Op::BvUgt,  Op::BvUge,  Op::BvSlt, Op::BvSle,  Op::BvSgt,  Op::BvSge};

bool isUnary(Op op) {
  return op == Op::BvNot || op == Op::BvNeg;
}

// "zero_extend 24" or, as SMT-LIB writes it, "(_ zero_extend 24)".
std::optional<std::pair<Op, unsigned>> extension(std::string_view text) {
  if (text.starts_with("(_ ") && text.ends_with(")")) {
    text.remove_prefix(3);
    text.remove_suffix(1);
  }
  for (const Op op : {Op::ZeroExtend, Op::SignExtend}) {
    const std::string_view name = smtName(op);
    if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != ' ') continue;
    const std::string_view digits = text.substr(name.size() + 1);
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error == std::errc() && end == digits.data() + digits.size()) return {{op, bits}};
  }
  return std::nullopt;
}

bool extensionFits(const Function& function, unsigned bits) {
  if (function.parameters.size() != 1) return false;
  const Type from = function.parameters[0]->type;
  return from->isBitVector() && function.result->isBitVector() &&
         function.result->width() == from->width() + std::uint64_t{bits};
}

bool operatorFits(const Function& function, Op op) {
  if (function.parameters.size() != (isUnary(op) ? 1u : 2u)) return false;
  const Type type = function.parameters[0]->type;
  return type->isBitVector() && function.parameters.back()->type == type &&
         function.result == (isComparison(op) ? boolType() : type);
}

}  // namespace

void setBuiltin(Unit& unit, Function& function, const TextToken& name) {
  const Attribute* attribute = findAttribute(function.attributes, "bvbuiltin");
  if (attribute == nullptr) return;
  const std::string& text = stringArgument(*attribute);
  bool fits = false;
  if (const auto extend = extension(text)) {
    function.builtin = extend->first;
    fits = extensionFits(function, extend->second);
  } else {
    const auto* op = std::find_if(std::begin(operators), std::end(operators),
                                  [&](Op o) { return smtName(o) == text; });
    if (op == std::end(operators)) {
      NearestName nearest(text);
      for (const Op known : operators) nearest.consider(smtName(known));
      unit.error(name, "unknown bvbuiltin '" + text + "' of function '" + function.name + "'" +
                           nearest.suggestion());
      return;
    }
    function.builtin = *op;
    fits = operatorFits(function, *op);
  }
  if (!fits)
    unit.error(name, "the parameters and result of function '" + function.name +
                         "' do not fit the bvbuiltin '" + text + "'");
}

}  // namespace barricade
