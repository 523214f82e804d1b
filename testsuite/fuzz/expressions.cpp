// Indices, values and conditions.
#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

std::string Generator::global() const {
  return kernel_.groupSize.size() == 2 ? add(mul("group_id_x", "4bv32"), tid_)
                                       : add(mul("group_id_x", "group_size_x"), tid_);
}

std::string Generator::size() const {
  return number(size_);
}

// Mostly small; some are the corners of arithmetic.
std::string Generator::literal() {
  if (!r_.percent(style_.arithmetic / 4)) return number(r_.below(5));
  return r_.of({"2147483648bv32", "4294967295bv32", "4294967292bv32", "31bv32", "32bv32", "255bv32",
                "65536bv32"});
}

std::string Generator::uniform(const Scope& scope) {
  if (inProcedure_ && r_.percent(30)) return "$b";
  if (!scope.counters.empty() && r_.percent(50)) return r_.of(scope.counters);
  switch (r_.below(6)) {
    case 0: return inProcedure_ ? "$a" : "$n";
    case 1: return inProcedure_ ? "$b" : "$m";
    case 2: return groups_ > 1 ? "group_id_x" : number(r_.below(4));
    default: return literal();
  }
}

std::string Generator::ownSlot(const std::string& array) const {
  return array == "a" || array == "b" || array == "h" ? global() : tid_;
}

std::string Generator::index(const Scope& scope, const std::string& array) {
  if (r_.percent(style_.ownSlot)) {
    std::string own = ownSlot(array);
    if (r_.percent(style_.narrow / 2)) own = widen(8, narrow(8, own));
    switch (r_.below(scope.counters.empty() ? 10 : 14)) {
      case 0: return add(own, size());
      case 1: return mul(own, "2bv32");
      case 2: return add(mul(own, "2bv32"), "1bv32");
      case 3: return sub(number(size_ - 1), tid_);
      case 10: return add(mul(r_.of(scope.counters), size()), tid_);
      case 11: return add(mul(band(r_.of(scope.counters), "1bv32"), size()), tid_);
      case 12: return add(mul(own, "4bv32"), r_.of(scope.counters));
      case 13: return add(own, mul(r_.of(scope.counters), number(size_ * groups_)));
      default: return own;
    }
  }
  if (r_.percent(style_.narrow)) return wrapping(scope);
  if (r_.percent(style_.arithmetic))
    return arithmetic(scope, r_.percent(70) ? tid_ : add(tid_, uniform(scope)));
  switch (r_.below(18)) {
    case 0: return add(tid_, "1bv32");
    case 1: return r_.percent(50) ? add(global(), "1bv32") : global();
    case 2: return bxor(tid_, "1bv32");
    case 3: return urem(add(tid_, number(r_.between(1, 3))), size());
    case 4: return lshr(tid_, "1bv32");
    case 5: return band(tid_, "1bv32");
    case 6: return uniform(scope);
    case 7: return add(tid_, uniform(scope));
    case 8: return mul(tid_, uniform(scope));
    case 9: return style_.data ? variable() : tid_;
    case 10: return style_.data ? band(variable(), "3bv32") : number(0);
    case 11: return add(mul(uniform(scope), size()), urem(add(tid_, "1bv32"), size()));
    case 12: return bxor(tid_, uniform(scope));
    case 13: return sub(tid_, uniform(scope));
    case 14: return band(tid_, "4294967294bv32");
    case 15: return add(mul("group_id_x", number(size_ - 1)), tid_);  // overlapping tiles
    case 16: return sub(uniform(scope), tid_);
    default: return number(r_.below(3));
  }
}

// Divisions and shifts, also by zero and by more than there are bits.
std::string Generator::arithmetic(const Scope& scope, const std::string& word) {
  const std::string other = r_.percent(50) ? uniform(scope) : literal();
  switch (r_.below(11)) {
    case 0: return udiv(word, other);
    case 1: return urem(word, other);
    case 2: return apply("SDIV", sub(word, literal()), other);
    case 3: return apply("SREM", sub(word, literal()), other);
    case 4: return shl(word, other);
    case 5: return lshr(word, other);
    case 6: return apply("ASHR", sub(word, literal()), other);
    case 7: return shl("1bv32", word);
    case 8: return bor(shl(word, "1bv32"), other);
    case 9: return apply("OR", word, other);
    default: return apply("SMOD", sub(word, literal()), other);
  }
}

// Bytes and half words, which wrap around.
std::string Generator::wrapping(const Scope& scope) {
  const unsigned width = r_.percent(70) ? 8 : 16;
  const std::string id = narrow(width, tid_);
  const std::string factor =
      std::to_string(width == 8 ? 32u << r_.below(3) : 1u << r_.between(13, 15)) + "bv" +
      std::to_string(width);
  const std::string other = narrow(width, uniform(scope));
  std::string result;
  switch (r_.below(4)) {
    case 0: result = narrowApply(width, "MUL", id, factor); break;
    case 1: result = narrowApply(width, "ADD", id, other); break;
    case 2: result = narrowApply(width, "SUB", id, other); break;
    default:
      result = narrowApply(width, "MUL", narrowApply(width, "ADD", id, other), factor);
      break;
  }
  return r_.percent(75) ? widen(width, result)
                        : "BV" + std::to_string(width) + "_SEXT32(" + result + ")";
}

std::string Generator::value(const Scope& scope) {
  if (r_.percent(style_.arithmetic / 2)) return arithmetic(scope, variable());
  switch (r_.below(9)) {
    case 0:
    case 1: return number(r_.below(3));
    case 2: return tid_;
    case 3:
    case 4: return variable();
    case 5: return add(variable(), number(r_.between(1, 2)));
    case 6: return uniform(scope);
    case 7: return add(variable(), uniform(scope));
    default: return band(variable(), "1bv32");
  }
}

std::string Generator::uniformCondition(const Scope& scope) {
  const std::string u = uniform(scope);
  switch (r_.below(6)) {
    case 0: return ult(u, number(r_.between(1, 4)));
    case 1: return u + " == " + number(r_.below(3));
    case 2: return band(u, "1bv32") + " == 0bv32";
    case 3: return ult(uniform(scope), u);
    case 4: return urem(u, "3bv32") + " == " + number(r_.below(3));
    default: return u + " != " + uniform(scope);
  }
}

std::string Generator::divergentCondition(const Scope& scope) {
  if (r_.percent(style_.arithmetic)) {
    const std::string word = arithmetic(scope, r_.percent(70) ? tid_ : variable());
    return r_.percent(50) ? word + " == " + literal() : ult(word, literal());
  }
  switch (r_.below(9)) {
    case 0: return ult(tid_, uniform(scope));
    case 1: return tid_ + " == " + uniform(scope);
    case 2: return tid_ + " == 0bv32";
    case 3: return band(tid_, "1bv32") + " == 0bv32";
    case 4: return ult(tid_, number(r_.between(1, size_)));
    case 5: return ult(global(), "$n");
    case 6: return ult(variable(), number(r_.between(1, 3)));
    case 7: return variable() + " == " + value(scope);
    default: return "BV32_SLT(" + variable() + ", " + uniform(scope) + ")";
  }
}

// Sets `divergent` where threads may disagree.
std::string Generator::condition(const Scope& scope, bool& divergent) {
  if (r_.percent(50)) return uniformCondition(scope);
  divergent = true;
  return forProcedure(divergentCondition(scope));
}

// Procedures know no parameters but their own.
std::string Generator::forProcedure(std::string expression) const {
  if (inProcedure_)
    for (std::size_t i; (i = expression.find("$n")) != expression.npos;)
      expression.replace(i, 2, "$a");
  return expression;
}

}  // namespace barricade::fuzz
