#include "precondition/formula.h"

#include <algorithm>
#include <optional>

namespace barricade {
namespace {

// A product of a number and a text, for sums.
struct Summand {
  BigInt factor;
  std::string text;
  std::optional<int> least{};  // that it can be, where that is known
  bool isOperation = false;    // a quotient or remainder, which a factor must not tear apart
};

BigInt magnitude(const BigInt& number) {
  return abs(number);
}

QuasiForm sumOf(QuasiForm a, const QuasiForm& b, const BigInt& factor) {
  for (const auto& [column, coefficient] : b.columns) {
    const auto it = std::find_if(a.columns.begin(), a.columns.end(),
                                 [&, c = column](const auto& own) { return own.first == c; });
    if (it == a.columns.end())
      a.columns.emplace_back(column, factor * coefficient);
    else
      it->second += factor * coefficient;
  }
  std::erase_if(a.columns, [](const auto& term) { return term.second == 0; });
  for (const auto& [quotient, coefficient] : b.quotients)
    a.quotients.emplace_back(quotient, factor * coefficient);
  a.constant += factor * b.constant;
  return a;
}

std::size_t complexityOf(const QuasiForm& form) {
  std::size_t sum = form.columns.size();
  for (const auto& [quotient, unused] : form.quotients) sum += 1 + complexityOf(quotient.dividend);
  return sum;
}

void collectDividends(const QuasiForm& form, std::vector<QuasiForm>& dividends) {
  for (const auto& [quotient, unused] : form.quotients) {
    dividends.push_back(quotient.dividend);
    collectDividends(quotient.dividend, dividends);
  }
}

// f % d == 0 or its negation: f - d * (f / d) is 0, or not.
bool isDivisibility(const Atom& atom) {
  if (atom.relation == Relation::AtLeast || atom.form.quotients.size() != 1) return false;
  const auto& [quotient, coefficient] = atom.form.quotients.front();
  const BigInt times = coefficient / quotient.divisor;
  if (times * quotient.divisor != coefficient || !quotient.dividend.quotients.empty()) return false;
  const QuasiForm rest =
      sumOf({atom.form.columns, {}, atom.form.constant}, quotient.dividend, times);
  return rest.columns.empty() && rest.constant == 0;
}

//--- Text -------------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // In C the bit trick holds of 0, too, which a size never is.
  std::string powerOfTwo(std::size_t number) {
    const Column& column = vocabulary_.columns()[number];
    return (column.isSize ? "" : column.text + " > 0 && ") + "(" + column.text + " & (" +
           column.text + " - 1)) == 0";
  }

  std::string comparison(const Atom& atom) {
    const auto [summands, constant] = summandsOf(atom.form);
    const bool equation = atom.relation != Relation::AtLeast;
    std::vector<Summand> left, right;
    for (const Summand& summand : summands) (summand.factor > 0 ? left : right).push_back(summand);
    const std::string relation = atom.relation == Relation::Equal      ? "=="
                                 : atom.relation == Relation::NotEqual ? "!="
                                                                       : ">=";
    if (left.empty() && right.empty()) return isTrue(atom, constant) ? "1" : "0";
    // left - right + constant >= 0
    if (right.empty()) return sum(left, 0) + " " + relation + " " + BigInt(-constant).str();
    if (left.empty() && !equation && right.size() == 1 && right[0].factor == -1 &&
        right[0].least == constant)
      return right[0].text + " == " + constant.str();
    if (left.empty())
      return sum(right, 0) + " " + (equation ? relation : "<=") + " " + constant.str();
    if (equation || constant == 0)
      return sum(left, constant > 0 ? constant : BigInt(0)) + " " + relation + " " +
             sum(right, constant < 0 ? BigInt(-constant) : BigInt(0));
    if (constant < 0)  // right + k <= left
      return sum(right, -constant - 1) + " < " + sum(left, 0);
    return sum(right, 0) + " <= " + sum(left, constant);
  }

 private:
  static bool isTrue(const Atom& atom, const BigInt& constant) {
    switch (atom.relation) {
      case Relation::AtLeast: return constant >= 0;
      case Relation::Equal: return constant == 0;
      case Relation::NotEqual: return constant != 0;
      case Relation::PowerOfTwo: break;
    }
    return false;
  }

  // k * d * (f / d) is k * (f - f % d), which mostly is what a person means.
  std::pair<std::vector<Summand>, BigInt> summandsOf(const QuasiForm& form) {
    QuasiForm whole{form.columns, {}, form.constant};
    std::vector<Summand> others;
    for (const auto& [quotient, coefficient] : form.quotients) {
      const std::string dividend = sumText(quotient.dividend);
      const std::string divisor = quotient.divisor.str();
      const BigInt times = coefficient / quotient.divisor;
      if (times * quotient.divisor != coefficient) {
        others.push_back({coefficient, dividend + " / " + divisor, {}, true});
        continue;
      }
      whole = sumOf(std::move(whole), quotient.dividend, times);
      others.push_back({-times, dividend + " % " + divisor, 0, true});
    }
    std::vector<Summand> result;
    std::sort(whole.columns.begin(), whole.columns.end());
    for (const auto& [number, coefficient] : whole.columns) {
      const Column& column = vocabulary_.columns()[number];
      result.push_back({coefficient, column.text, column.isSize ? std::optional(1) : std::nullopt});
    }
    for (const auto& [quotient, coefficient] : whole.quotients)
      result.push_back(
          {coefficient, sumText(quotient.dividend) + " / " + quotient.divisor.str(), {}, true});
    result.insert(result.end(), others.begin(), others.end());
    return {result, whole.constant};
  }

  // In parentheses where it is more than a name.
  std::string sumText(const QuasiForm& form) {
    const auto [summands, constant] = summandsOf(form);
    std::string text = signedSum(summands, constant);
    const bool plain = summands.size() == 1 && constant == 0 && summands[0].factor == 1 &&
                       text.find(' ') == std::string::npos;
    return plain ? text : "(" + text + ")";
  }

  static std::string product(const Summand& summand) {
    const BigInt factor = magnitude(summand.factor);
    if (factor == 1) return summand.text;
    return factor.str() + " * " + (summand.isOperation ? "(" + summand.text + ")" : summand.text);
  }

  static std::string sum(const std::vector<Summand>& summands, const BigInt& constant) {
    std::string text;
    for (const Summand& summand : summands) text += (text.empty() ? "" : " + ") + product(summand);
    if (constant != 0 || text.empty()) text += (text.empty() ? "" : " + ") + constant.str();
    return text;
  }

  static std::string signedSum(const std::vector<Summand>& summands, const BigInt& constant) {
    std::string text;
    for (const Summand& summand : summands) {
      const bool negative = summand.factor < 0;
      text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
      text += product(summand);
    }
    if (constant != 0 || text.empty()) {
      const bool negative = constant < 0;
      text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
      text += magnitude(constant).str();
    }
    return text;
  }

  const Vocabulary& vocabulary_;
};

//--- Terms ------------------------------------------------------------------------------------

class TermMaker {
 public:
  TermMaker(const Vocabulary& vocabulary, ExprPool& pool, unsigned width)
      : vocabulary_(vocabulary), pool_(pool), width_(width) {}

  Expr term(const QuasiForm& form) {
    Expr sum = literal(form.constant);
    for (const auto& [column, coefficient] : form.columns)
      sum = add(sum, vocabulary_.value(pool_, column, width_), coefficient);
    for (const auto& [quotient, coefficient] : form.quotients)
      sum = add(sum, quotientTerm(quotient), coefficient);
    return sum;
  }

 private:
  Expr literal(const BigInt& value) { return pool_.bitVector(value, width_); }

  Expr add(Expr sum, Expr term, const BigInt& coefficient) {
    if (coefficient != 1) term = pool_.make(Op::BvMul, literal(coefficient), term);
    return sum->isLiteral() && sum->value() == 0 ? term : pool_.make(Op::BvAdd, sum, term);
  }

  // Rounded down, of a dividend that may be negative: moved up by a multiple of the divisor.
  Expr quotientTerm(const FloorQuotient& quotient) {
    const BigInt turns = (BigInt(1) << (width_ - 3)) / quotient.divisor;
    const Expr moved =
        pool_.make(Op::BvAdd, term(quotient.dividend), literal(turns * quotient.divisor));
    return pool_.make(Op::BvSub, pool_.make(Op::BvUDiv, moved, literal(quotient.divisor)),
                      literal(turns));
  }

  const Vocabulary& vocabulary_;
  ExprPool& pool_;
  unsigned width_;
};

unsigned bitsOf(const QuasiForm& form, const Vocabulary& vocabulary) {
  BigInt sum = magnitude(form.constant) + 1;
  unsigned bits = 1;
  for (const auto& [column, coefficient] : form.columns) {
    sum += magnitude(coefficient);
    bits = std::max(bits, vocabulary.width(column));
  }
  for (const auto& [quotient, coefficient] : form.quotients) {
    sum += magnitude(coefficient);
    bits = std::max(bits, bitsOf(quotient.dividend, vocabulary));
  }
  return bits + static_cast<unsigned>(msb(sum)) + 2;
}

QuasiForm formOf(isl_aff* form) {
  QuasiForm result;
  const isl::Value denominator(isl_aff_get_denominator_val(form));
  auto numberOf = [&](isl_val* value) {
    return isl::toNumber(isl::Value(isl_val_mul(value, isl_val_copy(denominator.get()))).get());
  };
  result.constant = numberOf(isl_aff_get_constant_val(form));
  for (int i = 0; i < isl_aff_dim(form, isl_dim_in); ++i)
    if (const BigInt c = numberOf(isl_aff_get_coefficient_val(form, isl_dim_in, i)); c != 0)
      result.columns.emplace_back(static_cast<std::size_t>(i), c);
  for (int i = 0; i < isl_aff_dim(form, isl_dim_div); ++i) {
    BigInt c = numberOf(isl_aff_get_coefficient_val(form, isl_dim_div, i));
    if (c == 0) continue;
    const isl::Affine part(isl_aff_get_div(form, i));
    const isl::Value divisor(isl_aff_get_denominator_val(part.get()));
    QuasiForm dividend = formOf(part.get());
    // (-f - 1) / d rounded down is -(f / d) - 1.
    if (!dividend.columns.empty() && dividend.columns.front().second < 0) {
      dividend = sumOf({}, dividend, -1);
      dividend.constant -= 1;
      result.constant -= c;
      c = -c;
    }
    result.quotients.emplace_back(FloorQuotient{std::move(dividend), isl::toNumber(divisor.get())},
                                  c);
  }
  return result;
}

}  // namespace

//--- isl --------------------------------------------------------------------------------------

Atom atomOf(isl_aff* form, Relation relation) {
  return {formOf(form), relation};
}

isl::Affine affineOf(const QuasiForm& form, isl_local_space* space) {
  isl_ctx* context = isl_local_space_get_ctx(space);
  isl::Affine sum(isl_aff_zero_on_domain(isl_local_space_copy(space)));
  sum.reset(
      isl_aff_set_constant_val(sum.release(), isl::toValue(context, form.constant).release()));
  for (const auto& [column, coefficient] : form.columns)
    sum.reset(isl_aff_set_coefficient_val(sum.release(), isl_dim_in, static_cast<int>(column),
                                          isl::toValue(context, coefficient).release()));
  for (const auto& [quotient, coefficient] : form.quotients) {
    isl::Affine part = affineOf(quotient.dividend, space);
    part.reset(
        isl_aff_scale_down_val(part.release(), isl::toValue(context, quotient.divisor).release()));
    part.reset(isl_aff_floor(part.release()));
    part.reset(isl_aff_scale_val(part.release(), isl::toValue(context, coefficient).release()));
    sum.reset(isl_aff_add(sum.release(), part.release()));
  }
  return sum;
}

Atom negated(Atom atom) {
  switch (atom.relation) {
    case Relation::Equal: atom.relation = Relation::NotEqual; break;
    case Relation::NotEqual: atom.relation = Relation::Equal; break;
    case Relation::PowerOfTwo: break;
    case Relation::AtLeast:
      atom.form = sumOf({}, atom.form, -1);
      atom.form.constant -= 1;
      break;
  }
  return atom;
}

//--- Formulas ---------------------------------------------------------------------------------

// Numbers that only the width of words explains tell a reader little.
bool needsHugeNumbers(const Atom& atom, const Vocabulary& vocabulary) {
  const BigInt usual = BigInt(1) << 30;
  BigInt reach = 0;  // of the form without its constant, for usual numbers
  for (const auto& [column, coefficient] : atom.form.columns) {
    if (vocabulary.columns()[column].factors.size() > 1) return false;
    reach += abs(coefficient) * usual;
  }
  if (!atom.form.quotients.empty()) return false;
  switch (atom.relation) {
    case Relation::AtLeast: return atom.form.constant + reach < 0;
    case Relation::Equal: return abs(atom.form.constant) > reach;
    case Relation::NotEqual:
    case Relation::PowerOfTwo: return false;
  }
  return false;
}

std::size_t complexity(const Atom& atom) {
  constexpr int greatestTelling = 1 << 20;
  constexpr std::size_t untelling = 6;
  const bool tells = abs(atom.form.constant) <= greatestTelling;
  return std::max<std::size_t>(1, complexityOf(atom.form)) + (tells ? 0 : untelling);
}

std::size_t complexity(const Formula& formula) {
  std::size_t sum = 0;
  for (const auto& part : formula.parts)
    for (const Atom& atom : part) sum += complexity(atom);
  return sum;
}

std::string toC(const Atom& atom, const Vocabulary& vocabulary) {
  Writer writer(vocabulary);
  return atom.relation == Relation::PowerOfTwo ? writer.powerOfTwo(atom.form.columns.front().first)
                                               : writer.comparison(atom);
}

std::string toC(const std::vector<Atom>& part, bool isConjunction, const Vocabulary& vocabulary) {
  std::string text;
  for (const Atom& atom : part)
    text += (text.empty() ? "" : isConjunction ? " && " : " || ") + toC(atom, vocabulary);
  return text;
}

std::string toC(const Formula& formula, const Vocabulary& vocabulary) {
  std::string text;
  for (const auto& part : formula.parts) {
    std::string own = toC(part, !formula.isConjunction, vocabulary);
    if (part.size() > 1 && formula.parts.size() > 1) own = "(" + own + ")";
    text += (text.empty() ? "" : formula.isConjunction ? " && " : " || ") + own;
  }
  return text.empty() ? (formula.isConjunction ? "1" : "0") : text;
}

std::vector<QuasiForm> roundedDividends(const Atom& atom) {
  std::vector<QuasiForm> dividends;
  if (!isDivisibility(atom)) collectDividends(atom.form, dividends);
  return dividends;
}

Expr toTerm(const Atom& atom, const Vocabulary& vocabulary, ExprPool& pool) {
  const unsigned width = bitsOf(atom.form, vocabulary) + 2;
  const Expr term = TermMaker(vocabulary, pool, std::max(64U, width)).term(atom.form);
  const Expr zero = pool.bitVector(0, term->type()->width());
  switch (atom.relation) {
    case Relation::AtLeast: return pool.make(Op::BvSle, zero, term);
    case Relation::Equal: return pool.make(Op::Equal, term, zero);
    case Relation::NotEqual: return pool.make(Op::Not, pool.make(Op::Equal, term, zero));
    case Relation::PowerOfTwo: {
      const Expr less = pool.make(Op::BvSub, term, pool.bitVector(1, term->type()->width()));
      return pool.make(Op::And, pool.make(Op::BvSlt, zero, term),
                       pool.make(Op::Equal, pool.make(Op::BvAnd, term, less), zero));
    }
  }
  return nullptr;
}

Expr toTerm(const Formula& formula, const Vocabulary& vocabulary, ExprPool& pool) {
  Expr all = pool.boolean(formula.isConjunction);
  for (const auto& part : formula.parts) {
    Expr own = pool.boolean(!formula.isConjunction);
    for (const Atom& atom : part)
      own =
          pool.make(formula.isConjunction ? Op::Or : Op::And, own, toTerm(atom, vocabulary, pool));
    all = pool.make(formula.isConjunction ? Op::And : Op::Or, all, own);
  }
  return all;
}

}  // namespace barricade
