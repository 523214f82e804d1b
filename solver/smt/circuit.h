// A Boolean circuit that grows beside one incremental SAT solver: each gate is a literal, built
// once for the same inputs, and its clauses go to the solver as it is built (Tseitin's
// transformation in both directions, so that a gate may be used under either sign at any time).
//
// Bit vectors are vectors of literals, the least significant bit first. Their arithmetic follows
// SMT-LIB: x / 0 is all ones, x % 0 is x. Each operator is a method, and each gate.
#pragma once

#include <array>
#include <cadical.hpp>
#include <functional>
#include <memory_resource>
#include <unordered_map>
#include <utility>
#include <vector>

namespace barricade {

class Circuit {
 public:
  using Literal = int;  // as in CaDiCaL: never 0, negated by its sign
  using Bits = std::vector<Literal>;

  Circuit();

  CaDiCaL::Solver& solver() { return solver_; }

  Literal yes() const { return 1; }
  Literal no() const { return -1; }
  Literal constant(bool value) const { return value ? yes() : no(); }
  bool isConstant(Literal a) const { return a == yes() || a == no(); }
  Literal fresh() { return ++variables_; }
  Bits freshBits(std::size_t width);
  void addClause(std::initializer_list<Literal> literals);

  Literal land(Literal a, Literal b);
  Literal lor(Literal a, Literal b) { return -land(-a, -b); }
  Literal lxor(Literal a, Literal b);
  Literal ite(Literal condition, Literal then, Literal otherwise);
  Literal majority(Literal a, Literal b, Literal c);

  // Of bit vectors of equal width.
  Literal equal(const Bits& a, const Bits& b);
  Literal less(const Bits& a, const Bits& b);  // unsigned
  Bits ite(Literal condition, const Bits& then, const Bits& otherwise);
  Bits invert(Bits a) const;
  Bits add(const Bits& a, const Bits& b) { return addWithCarry(a, b, no()); }
  Bits subtract(const Bits& a, const Bits& b) { return addWithCarry(a, invert(b), yes()); }
  Bits negate(const Bits& a) { return subtract(Bits(a.size(), no()), a); }
  Bits multiply(const Bits& a, const Bits& b);
  std::pair<Bits, Bits> divide(const Bits& a, const Bits& b);  // unsigned quotient, remainder
  // The same where at most one bit of `power` is set.
  Bits multiplyByPower(const Bits& a, const Bits& power);
  std::pair<Bits, Bits> divideByPower(const Bits& a, const Bits& power);
  Bits shiftLeft(const Bits& a, const Bits& distance);
  Bits shiftRight(const Bits& a, const Bits& distance, Literal fill);

 private:
  enum Kind { And, Xor, Ite, Majority };
  using Gate = std::array<int, 4>;  // kind and inputs
  struct GateHash {
    std::size_t operator()(const Gate& gate) const {
      std::size_t hash = 0;
      for (int part : gate) hash = hash * 0x9E3779B97F4A7C15 + static_cast<unsigned>(part);
      return hash ^ (hash >> 29);
    }
  };

  // The output of `gate`, and whether it is new and lacks its clauses.
  std::pair<Literal, bool> output(const Gate& gate);
  Bits addWithCarry(const Bits& a, const Bits& b, Literal carry);
  bool isConstant(const Bits& a) const;

  CaDiCaL::Solver solver_;
  Literal variables_ = 0;
  std::pmr::monotonic_buffer_resource memory_;  // of gates, which stay
  std::pmr::unordered_map<Gate, Literal, GateHash> gates_{&memory_};
};

}  // namespace barricade
