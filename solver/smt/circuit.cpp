// Gates and arithmetic of a circuit that is never rebuilt.
//
// Verification asks many small questions that share most of their terms, so what is built for one
// is kept for the next: a gate is found again by its kind and inputs (structural hashing), and its
// clauses stay in the solver, where they are harmless as long as nothing asks for their output.
//
// What makes inputs of equal gates equal comes first, as it saves gates beyond: constants are
// folded, inputs are sorted, negations are drawn out of xor, ite and majority, and an ite whose
// branches are constants, equal or opposite becomes a smaller gate. Both threads of a pair compute
// much alike, so that this finds more than one would think.
//
// Arithmetic is the plainest that does the job:
//
//   add        a ripple of full adders, each an xor and a majority; a - b is a + ~b + 1
//   less       the carry of a - b, by majorities alone
//   multiply   one shifted row for each bit of the multiplier. Rows of zero bits cost nothing, so a
//              constant is the multiplier, and one with many ones is taken as its negation
//   divide     schoolbook, one subtraction a bit, of as many bits as a literal has from its lowest
//              one to its highest: by a power of two only wires. Division by zero comes out as
//              SMT-LIB has it: no remainder is below zero, so all quotient bits are ones, and
//              nothing is ever subtracted from the dividend
//   by powers  what is zero or a power of two, as 1 << k, multiplies and divides without sums: each
//              of its bits selects a shifted operand
//   shift      logarithmic: a stage for each bit of the distance; bits beyond the width shift all
//              out. A shift to the left is one to the right in the mirror
//
// Trees of carry-save adders or a quotient that is guessed and multiplied back would be smaller or
// quicker in places. Questions that need these are products of unknowns, which go to another engine
// of the portfolio.
#include "solver/smt/circuit.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace barricade {

Circuit::Circuit() {
  solver_.set("quiet", 1);
  solver_.set("phase", 0);  // small values are what readers like
  // Many small questions are asked of one circuit: to simplify all of it after every few thousand
  // conflicts, as for one large question, takes longer than they do.
  solver_.set("probeint", 20000);
  solver_.set("elimint", 10000);
  solver_.set("subsumeint", 30000);
  addClause({fresh()});  // yes()
}

Circuit::Bits Circuit::freshBits(std::size_t width) {
  Bits bits(width);
  for (Literal& bit : bits) bit = fresh();
  return bits;
}

void Circuit::addClause(std::initializer_list<Literal> literals) {
  for (Literal literal : literals) solver_.add(literal);
  solver_.add(0);
}

//--- Gates ----------------------------------------------------------------------------------

std::pair<Circuit::Literal, bool> Circuit::output(const Gate& gate) {
  const auto [it, added] = gates_.try_emplace(gate, 0);
  if (added) it->second = fresh();
  return {it->second, added};
}

Circuit::Literal Circuit::land(Literal a, Literal b) {
  if (a == no() || b == no() || a == -b) return no();
  if (a == yes() || a == b) return b;
  if (b == yes()) return a;
  if (a > b) std::swap(a, b);
  const auto [out, added] = output({And, a, b, 0});
  if (added) {
    addClause({-out, a});
    addClause({-out, b});
    addClause({out, -a, -b});
  }
  return out;
}

Circuit::Literal Circuit::lxor(Literal a, Literal b) {
  if (isConstant(a)) return a == yes() ? -b : b;
  if (isConstant(b)) return b == yes() ? -a : a;
  if (a == b) return no();
  if (a == -b) return yes();
  // Signs of the inputs are signs of the output.
  const bool negative = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  const auto [out, added] = output({Xor, a, b, 0});
  if (added) {
    addClause({-out, a, b});
    addClause({-out, -a, -b});
    addClause({out, -a, b});
    addClause({out, a, -b});
  }
  return negative ? -out : out;
}

Circuit::Literal Circuit::ite(Literal condition, Literal then, Literal otherwise) {
  if (condition < 0) {
    condition = -condition;
    std::swap(then, otherwise);
  }
  if (condition == yes() || then == otherwise) return then;
  if (then == -otherwise) return -lxor(condition, then);
  if (then == yes() || then == condition) return lor(condition, otherwise);
  if (then == no() || then == -condition) return land(-condition, otherwise);
  if (otherwise == yes() || otherwise == -condition) return lor(-condition, then);
  if (otherwise == no() || otherwise == condition) return land(condition, then);
  const bool negative = then < 0;
  if (negative) {
    then = -then;
    otherwise = -otherwise;
  }
  const auto [out, added] = output({Ite, condition, then, otherwise});
  if (added) {
    addClause({-condition, -then, out});
    addClause({-condition, then, -out});
    addClause({condition, -otherwise, out});
    addClause({condition, otherwise, -out});
    addClause({-then, -otherwise, out});
    addClause({then, otherwise, -out});
  }
  return negative ? -out : out;
}

Circuit::Literal Circuit::majority(Literal a, Literal b, Literal c) {
  if (isConstant(a)) return a == yes() ? lor(b, c) : land(b, c);
  if (isConstant(b)) return b == yes() ? lor(a, c) : land(a, c);
  if (isConstant(c)) return c == yes() ? lor(a, b) : land(a, b);
  if (a == -b) return c;
  if (a == -c) return b;
  if (b == -c) return a;
  if (a == b || a == c) return a;
  if (b == c) return b;
  std::array<Literal, 3> in{a, b, c};
  std::sort(in.begin(), in.end(), [](Literal x, Literal y) { return std::abs(x) < std::abs(y); });
  const bool negative = in[0] < 0;  // majority is its own dual
  if (negative)
    for (Literal& literal : in) literal = -literal;
  const auto [out, added] = output({Majority, in[0], in[1], in[2]});
  if (added)
    for (unsigned i = 0; i < 3; ++i) {
      const Literal x = in[i];
      const Literal y = in[(i + 1) % 3];
      addClause({-x, -y, out});
      addClause({x, y, -out});
    }
  return negative ? -out : out;
}

//--- Bit vectors ----------------------------------------------------------------------------

bool Circuit::isConstant(const Bits& a) const {
  return std::all_of(a.begin(), a.end(), [this](Literal bit) { return isConstant(bit); });
}

Circuit::Literal Circuit::equal(const Bits& a, const Bits& b) {
  assert(a.size() == b.size());
  Literal all = yes();
  for (std::size_t i = 0; i < a.size(); ++i) all = land(all, -lxor(a[i], b[i]));
  return all;
}

Circuit::Literal Circuit::less(const Bits& a, const Bits& b) {
  assert(a.size() == b.size());
  Literal below = no();
  for (std::size_t i = 0; i < a.size(); ++i) below = majority(-a[i], b[i], below);
  return below;
}

Circuit::Bits Circuit::ite(Literal condition, const Bits& then, const Bits& otherwise) {
  assert(then.size() == otherwise.size());
  Bits bits(then.size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = ite(condition, then[i], otherwise[i]);
  return bits;
}

Circuit::Bits Circuit::invert(Bits a) const {
  for (Literal& bit : a) bit = -bit;
  return a;
}

Circuit::Bits Circuit::addWithCarry(const Bits& a, const Bits& b, Literal carry) {
  assert(a.size() == b.size());
  Bits sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = lxor(lxor(a[i], b[i]), carry);
    carry = majority(a[i], b[i], carry);
  }
  return sum;
}

Circuit::Bits Circuit::multiply(const Bits& a, const Bits& b) {
  if (isConstant(a) && !isConstant(b)) return multiply(b, a);
  const std::size_t width = a.size();
  const auto ones = static_cast<std::size_t>(std::count(b.begin(), b.end(), yes()));
  // Of a constant with many ones the complement has few: a * b == -(a * -b).
  if (isConstant(b) && ones > 1 + width / 2) return negate(multiply(a, negate(b)));
  Bits product(width, no());
  for (std::size_t i = 0; i < width; ++i) {
    if (b[i] == no()) continue;
    Bits row(width, no());
    for (std::size_t j = i; j < width; ++j) row[j] = land(a[j - i], b[i]);
    product = add(product, row);
  }
  return product;
}

// Schoolbook division, one bit of the quotient after the other. A divisor that has a one, as all
// literals but zero do, bounds the bits of the remainder, and its trailing zeros divide by wires.
std::pair<Circuit::Bits, Circuit::Bits> Circuit::divide(const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  std::size_t zeros = 0;
  std::size_t end = width;  // of the bits that the divisor has
  if (std::ranges::find(b, yes()) != b.end()) {
    while (b[zeros] == no()) ++zeros;
    while (b[end - 1] == no()) --end;
  }
  Bits divisor(b.begin() + zeros, b.begin() + end);
  divisor.push_back(no());
  Bits quotient(width, no());
  Bits remainder(end - zeros, no());
  for (std::size_t i = width; i-- > zeros;) {
    remainder.insert(remainder.begin(), a[i]);
    quotient[i - zeros] = -less(remainder, divisor);
    remainder = ite(quotient[i - zeros], subtract(remainder, divisor), remainder);
    remainder.pop_back();  // less than the divisor, or at most the bits of `a` seen so far
  }
  remainder.insert(remainder.begin(), a.begin(), a.begin() + zeros);
  remainder.resize(width, no());
  return {quotient, remainder};
}

Circuit::Bits Circuit::multiplyByPower(const Bits& a, const Bits& power) {
  const std::size_t width = a.size();
  Bits product(width, no());
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t j = i; j < width; ++j) product[j] = lor(product[j], land(power[i], a[j - i]));
  return product;
}

std::pair<Circuit::Bits, Circuit::Bits> Circuit::divideByPower(const Bits& a, const Bits& power) {
  const std::size_t width = a.size();
  Bits quotient(width, no());
  Bits remainder(width, no());
  Literal above = no();  // the bit of the divisor is a higher one
  for (std::size_t i = width; i-- > 0;) {
    for (std::size_t j = i; j < width; ++j)
      quotient[j - i] = lor(quotient[j - i], land(power[i], a[j]));
    remainder[i] = land(above, a[i]);
    above = lor(above, power[i]);
  }
  return {ite(above, quotient, Bits(width, yes())), ite(above, remainder, a)};
}

Circuit::Bits Circuit::shiftRight(const Bits& a, const Bits& distance, Literal fill) {
  const std::size_t width = a.size();
  Bits shifted = a;
  Literal beyond = no();  // a distance that shifts everything out
  for (std::size_t stage = 0; stage < distance.size(); ++stage) {
    if (stage >= 8 * sizeof(std::size_t) - 1 || (std::size_t{1} << stage) >= width) {
      beyond = lor(beyond, distance[stage]);
      continue;
    }
    const std::size_t step = std::size_t{1} << stage;
    Bits moved(width, fill);
    for (std::size_t i = 0; i + step < width; ++i) moved[i] = shifted[i + step];
    shifted = ite(distance[stage], moved, shifted);
  }
  return ite(beyond, Bits(width, fill), shifted);
}

Circuit::Bits Circuit::shiftLeft(const Bits& a, const Bits& distance) {
  Bits mirrored(a.rbegin(), a.rend());
  mirrored = shiftRight(mirrored, distance, no());
  return {mirrored.rbegin(), mirrored.rend()};
}

}  // namespace barricade
