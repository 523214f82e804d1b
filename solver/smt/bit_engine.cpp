// Bit vectors with uninterpreted functions by bit-blasting. Each term becomes literals of one
// growing circuit, once; assumptions are literals, so what the SAT solver has learned serves all
// later checks. Functions are free bits per application at first; where a model gives equal
// arguments different results, that instance of congruence is added and the check goes on
// (Ackermann's reduction on demand, which ends since there are finitely many pairs). So it is with
// facts, of which many are known and few matter: conjuncts `a implies b` are free bits until a
// model contradicts them, where there are many.
#include <algorithm>
#include <map>
#include <ranges>
#include <stdexcept>
#include <unordered_set>

#include "solver/smt/circuit.h"
#include "solver/smt/clock.h"
#include "solver/smt/engine.h"
#include "solver/smt/term_values.h"

namespace barricade {
namespace {

// CaDiCaL asks it after every few conflicts and decisions, and inside of its simplifications,
// always at the same points of a search: to count these is a measure of work that no load changes.
// In large circuits more happens from one to the next.
class Supervision : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  Supervision(const Limit& limit, int variables)
      : limit_(limit),
        time_(limit),
        workOfStep_(1 + static_cast<std::uint64_t>(variables) / variablesOfStep) {}

  bool terminate() override {
    ++steps_;
    return (limit_.work > 0 && work() >= limit_.work) ||
           (steps_ % stepsPerLook == 0 && time_.passed());
  }
  // Is told of each clause that is learned how long it is; it wants no more of it.
  bool learning(int size) override {
    literals_ += static_cast<std::uint64_t>(size);
    return false;
  }
  void learn(int) override {}

  std::uint64_t work() const { return (steps_ + literals_ / literalsPerStep) * workOfStep_; }

 private:
  static constexpr std::uint64_t variablesOfStep = 1u << 18;
  static constexpr std::uint64_t literalsPerStep = 5;
  static constexpr std::uint64_t stepsPerLook = 4;  // at the clock

  Limit limit_;
  TimeLimit time_;
  std::uint64_t workOfStep_;
  std::uint64_t steps_ = 0;
  std::uint64_t literals_ = 0;  // of learned clauses
};

// Whether at most one bit of it is set, as of 1 << k. Literals are not meant: the circuit sees what
// they are.
bool isZeroOrPowerOfTwo(Expr e, unsigned depth = 8) {
  if (depth == 0) return false;
  auto isPower = [&](Expr part) {
    return (part->isLiteral() &&
            (part->value() == 0 || msb(part->value()) == lsb(part->value()))) ||
           isZeroOrPowerOfTwo(part, depth - 1);
  };
  switch (e->op()) {
    case Op::BvShl:
    case Op::BvLShr:
    case Op::ZeroExtend:
    case Op::Extract: return isPower(e->arg(0));
    case Op::BvMul: return isPower(e->arg(0)) && isPower(e->arg(1));
    case Op::Ite: return isPower(e->arg(1)) && isPower(e->arg(2));
    default: return false;
  }
}

// Its many methods are translations of terms, and what is added on demand.
class BitEngine : public Engine {
  using Literal = Circuit::Literal;
  using Bits = Circuit::Bits;

 public:
  void assertTrue(Expr e) override { circuit_.addClause({literal(e)}); }

  Answer check(std::span<const Expr> assumptions, const Limit& limit) override {
    constexpr std::size_t many = 128;
    asked_ = openFacts(assumptions);
    const bool isFree = asked_.size() >= many;
    if (!isFree) asked_.clear();
    std::vector<Literal> literals;
    for (Expr e : assumptions) literals.push_back(isFree ? literalWithFreeFacts(e) : literal(e));
    CaDiCaL::Solver& solver = circuit_.solver();
    Supervision supervision(limit, solver.active());
    solver.connect_terminator(&supervision);
    solver.connect_learner(&supervision);
    Answer answer = Answer::Unknown;
    do {
      for (Literal assumed : literals) solver.assume(assumed);
      const int status = solver.solve();
      answer = status == 10   ? Answer::Satisfiable
               : status == 20 ? Answer::Unsatisfiable
                              : Answer::Unknown;
    } while (answer == Answer::Satisfiable && !(isCongruent() && keepsFacts()));
    solver.disconnect_terminator();
    solver.disconnect_learner();
    work_ = supervision.work();
    return answer;
  }

  std::uint64_t work() const override { return work_; }

  BigInt value(Expr leaf, std::span<const BigInt> arguments) override {
    if (leaf->op() == Op::Apply) {
      const auto known = tables_.find(leaf->function());
      if (known == tables_.end()) return 0;
      const auto entry = known->second.find({arguments.begin(), arguments.end()});
      return entry == known->second.end() ? BigInt(0) : entry->second;
    }
    const auto known = bits_.find(leaf);
    return known == bits_.end() ? BigInt(0) : valueIn(model_, known->second);
  }

 private:
  struct Application {
    Bits result;
    std::vector<Bits> arguments;
  };
  using Arguments = std::vector<BigInt>;

  //--- Translation ----------------------------------------------------------------------------

  Literal literal(Expr e) { return bitsOf(e).front(); }

  // Without recursion: terms can be as deep as the program is long.
  const Bits& bitsOf(Expr root) {
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      Expr e = stack.back();
      if (bits_.contains(e)) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (Expr a : e->args())
        if (!bits_.contains(a)) {
          stack.push_back(a);
          ready = false;
        }
      if (!ready) continue;
      bits_.emplace(e, translate(e));
      stack.pop_back();
    }
    return bits_.at(root);
  }

  Bits translate(Expr e) {
    Circuit& c = circuit_;
    auto arg = [&](std::size_t i) -> const Bits& { return bits_.at(e->arg(i)); };
    auto sign = [&](std::size_t i) { return arg(i).back(); };
    auto one = [](Literal bit) { return Bits{bit}; };
    auto bitwise = [&](auto gate) {
      Bits result = arg(0);
      for (std::size_t i = 1; i < e->args().size(); ++i)
        for (std::size_t bit = 0; bit < result.size(); ++bit)
          result[bit] = gate(result[bit], arg(i)[bit]);
      return result;
    };
    auto land = [&](Literal a, Literal b) { return c.land(a, b); };
    auto lor = [&](Literal a, Literal b) { return c.lor(a, b); };
    auto lxor = [&](Literal a, Literal b) { return c.lxor(a, b); };
    switch (e->op()) {
      case Op::BoolLiteral:
      case Op::BvLiteral: return literalBits(e->value(), widthOf(e));
      case Op::Variable: return c.freshBits(widthOf(e));
      case Op::Apply: return application(e);
      case Op::And:
      case Op::BvAnd: return bitwise(land);
      case Op::Or:
      case Op::BvOr: return bitwise(lor);
      case Op::BvXor: return bitwise(lxor);
      case Op::Not:
      case Op::BvNot: return c.invert(arg(0));
      case Op::Implies: return one(c.lor(-arg(0)[0], arg(1)[0]));
      case Op::Iff:
      case Op::Equal: return one(c.equal(arg(0), arg(1)));
      case Op::NotEqual: return one(-c.equal(arg(0), arg(1)));
      case Op::Ite: return c.ite(arg(0)[0], arg(1), arg(2));
      case Op::Concat: return concatenate(arg(1), arg(0));
      case Op::Extract: return {arg(0).begin() + e->low(), arg(0).begin() + e->high()};
      case Op::ZeroExtend: return extend(arg(0), widthOf(e), c.no());
      case Op::SignExtend: return extend(arg(0), widthOf(e), sign(0));
      case Op::BvAdd: return c.add(arg(0), arg(1));
      case Op::BvSub: return c.subtract(arg(0), arg(1));
      case Op::BvNeg: return c.negate(arg(0));
      case Op::BvMul: return product(e);
      case Op::BvUDiv: return divide(e, arg(0), arg(1)).first;
      case Op::BvURem: return divide(e, arg(0), arg(1)).second;
      case Op::BvSDiv: return signedQuotient(e, arg(0), arg(1));
      case Op::BvSRem: return negateIf(sign(0), unsignedRemainder(e, arg(0), arg(1)));
      case Op::BvSMod: return signedModulus(e, arg(0), arg(1));
      case Op::BvShl: return c.shiftLeft(arg(0), arg(1));
      case Op::BvLShr: return c.shiftRight(arg(0), arg(1), c.no());
      case Op::BvAShr: return c.shiftRight(arg(0), arg(1), sign(0));
      case Op::BvUlt: return one(c.less(arg(0), arg(1)));
      case Op::BvUge: return one(-c.less(arg(0), arg(1)));
      case Op::BvUgt: return one(c.less(arg(1), arg(0)));
      case Op::BvUle: return one(-c.less(arg(1), arg(0)));
      case Op::BvSlt: return one(signedLess(arg(0), arg(1)));
      case Op::BvSge: return one(-signedLess(arg(0), arg(1)));
      case Op::BvSgt: return one(signedLess(arg(1), arg(0)));
      case Op::BvSle: return one(-signedLess(arg(1), arg(0)));
      default: throw std::logic_error("no term of bit vectors");
    }
  }

  static std::size_t widthOf(Expr e) { return e->type()->isBool() ? 1 : e->type()->width(); }

  Bits literalBits(const BigInt& value, std::size_t width) const {
    Bits bits(width);
    for (std::size_t i = 0; i < width; ++i)
      bits[i] = circuit_.constant(boost::multiprecision::bit_test(value, static_cast<unsigned>(i)));
    return bits;
  }

  static Bits concatenate(Bits low, const Bits& high) {
    low.insert(low.end(), high.begin(), high.end());
    return low;
  }

  static Bits extend(Bits bits, std::size_t width, Literal with) {
    bits.resize(width, with);
    return bits;
  }

  Literal signedLess(Bits a, Bits b) {
    a.back() = -a.back();
    b.back() = -b.back();
    return circuit_.less(a, b);
  }

  Bits negateIf(Literal condition, const Bits& a) {
    return circuit_.ite(condition, circuit_.negate(a), a);
  }

  Bits magnitude(const Bits& a) { return negateIf(a.back(), a); }

  Bits product(Expr e) {
    const Expr a = e->arg(0), b = e->arg(1);
    if (isZeroOrPowerOfTwo(b)) return circuit_.multiplyByPower(bits_.at(a), bits_.at(b));
    if (isZeroOrPowerOfTwo(a)) return circuit_.multiplyByPower(bits_.at(b), bits_.at(a));
    return circuit_.multiply(bits_.at(a), bits_.at(b));
  }

  // Quotient and remainder for the division `e`. The magnitude of a power of two is one.
  std::pair<Bits, Bits> divide(Expr e, const Bits& a, const Bits& b) {
    return isZeroOrPowerOfTwo(e->arg(1)) ? circuit_.divideByPower(a, b) : circuit_.divide(a, b);
  }

  Bits unsignedRemainder(Expr e, const Bits& a, const Bits& b) {
    return divide(e, magnitude(a), magnitude(b)).second;
  }

  Bits signedQuotient(Expr e, const Bits& a, const Bits& b) {
    const Literal negative = circuit_.lxor(a.back(), b.back());
    return negateIf(negative, divide(e, magnitude(a), magnitude(b)).first);
  }

  // The sign of the divisor: where the remainder has the other one, the divisor is added.
  Bits signedModulus(Expr e, const Bits& a, const Bits& b) {
    const Bits remainder = negateIf(a.back(), unsignedRemainder(e, a, b));
    const Literal zero = circuit_.equal(remainder, Bits(a.size(), circuit_.no()));
    const Literal moves = circuit_.land(-zero, circuit_.lxor(a.back(), b.back()));
    return circuit_.ite(moves, circuit_.add(remainder, b), remainder);
  }

  Bits application(Expr e) {
    Application application{circuit_.freshBits(widthOf(e)), {}};
    for (Expr a : e->args()) application.arguments.push_back(bits_.at(a));
    applications_[e->function()].push_back(application);
    return application.result;
  }

  //--- Facts ------------------------------------------------------------------------------------

  static bool isFact(Expr e) {
    return e->op() == Op::Implies ||
           (e->op() == Op::Or &&
            std::ranges::any_of(e->args(), [](Expr part) { return part->op() == Op::Not; }));
  }

  // Whether a term is looked into for facts: they are only there to be true.
  bool isInner(Expr e) const {
    return (e->op() == Op::And || e->op() == Op::Or) && !isFact(e) && !bits_.contains(e);
  }

  // Those that are not added yet. Without recursion, too.
  std::vector<Expr> openFacts(std::span<const Expr> roots) const {
    std::vector<Expr> facts;
    std::unordered_set<Expr> seen;
    std::vector<Expr> stack(roots.rbegin(), roots.rend());
    while (!stack.empty()) {
      Expr e = stack.back();
      stack.pop_back();
      if (!seen.insert(e).second) continue;
      if (isInner(e)) {
        for (Expr part : e->args() | std::views::reverse) stack.push_back(part);
      } else if (isFact(e) && !bits_.contains(e)) {
        facts.push_back(e);
      }
    }
    return facts;
  }

  // To leave them free admits more.
  Literal literalWithFreeFacts(Expr root) {
    std::unordered_map<Expr, Literal> literals;
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      Expr e = stack.back();
      const std::size_t size = stack.size();
      if (isInner(e))
        for (Expr part : e->args() | std::views::reverse)
          if (!literals.contains(part)) stack.push_back(part);
      if (stack.size() > size) continue;
      stack.pop_back();
      if (!literals.contains(e)) literals.emplace(e, literalOf(e, literals));
    }
    return literals.at(root);
  }

  Literal literalOf(Expr e, const std::unordered_map<Expr, Literal>& parts) {
    if (isInner(e)) {
      const bool all = e->op() == Op::And;
      Literal result = circuit_.constant(all);
      for (Expr part : e->args())
        result = all ? circuit_.land(result, parts.at(part)) : circuit_.lor(result, parts.at(part));
      return result;
    }
    if (!isFact(e) || bits_.contains(e)) return literal(e);
    Literal& free = freeFacts_[e];
    if (free == 0) free = circuit_.fresh();
    return free;
  }

  // Whether the facts hold that the model needs; adds those that do not. What has no bits yet is 0.
  bool keepsFacts() {
    keepModel();
    TermValues values(
        [this](Expr leaf, std::span<const BigInt> arguments) { return value(leaf, arguments); });
    const std::size_t count = std::erase_if(asked_, [&](Expr e) {
      const auto free = freeFacts_.find(e);  // none: by now it is a part of something else
      const bool isMissed =
          free != freeFacts_.end() && valueIn(model_, {free->second}) != 0 && values.value(e) == 0;
      if (isMissed) circuit_.addClause({-free->second, literal(e)});
      return isMissed;
    });
    return count == 0;
  }

  //--- Models -----------------------------------------------------------------------------------

  static BigInt valueIn(const std::vector<bool>& model, const Bits& bits) {
    BigInt value = 0;
    for (std::size_t i = bits.size(); i-- > 0;) {
      const auto variable = static_cast<std::size_t>(std::abs(bits[i]));
      const bool set = variable < model.size() && model[variable] == (bits[i] > 0);
      value = (value << 1) | (set ? 1 : 0);
    }
    return value;
  }

  BigInt current(const Bits& bits) {
    BigInt value = 0;
    for (std::size_t i = bits.size(); i-- > 0;)
      value = (value << 1) | (circuit_.solver().val(bits[i]) > 0 ? 1 : 0);
    return value;
  }

  // Whether equal arguments have equal results; where not, adds that they have.
  bool isCongruent() {
    std::vector<std::pair<const Application*, const Application*>> violations;
    tables_.clear();
    for (const auto& [function, applications] : applications_) {
      std::map<Arguments, const Application*> first;
      for (const Application& application : applications) {
        Arguments arguments;
        for (const Bits& bits : application.arguments) arguments.push_back(current(bits));
        const BigInt result = current(application.result);
        const auto [it, added] = first.try_emplace(arguments, &application);
        if (added)
          tables_[function].emplace(std::move(arguments), result);
        else if (tables_[function].at(arguments) != result)
          violations.emplace_back(it->second, &application);
      }
    }
    for (const auto& [one, other] : violations) {
      Literal same = circuit_.yes();
      for (std::size_t i = 0; i < one->arguments.size(); ++i)
        same = circuit_.land(same, circuit_.equal(one->arguments[i], other->arguments[i]));
      for (std::size_t i = 0; i < one->result.size(); ++i) {
        circuit_.addClause({-same, -one->result[i], other->result[i]});
        circuit_.addClause({-same, one->result[i], -other->result[i]});
      }
    }
    return violations.empty();
  }

  // New clauses end the SAT solver's model, so that it is copied.
  void keepModel() {
    CaDiCaL::Solver& solver = circuit_.solver();
    model_.assign(static_cast<std::size_t>(solver.vars()) + 1, false);
    for (int variable = 1; variable <= solver.vars(); ++variable)
      model_[static_cast<std::size_t>(variable)] = solver.val(variable) > 0;
  }

  Circuit circuit_;
  std::uint64_t work_ = 0;  // of the last check
  std::unordered_map<Expr, Bits> bits_;
  std::unordered_map<Expr, Literal> freeFacts_;
  std::vector<Expr> asked_;  // facts of the last check that are free
  std::map<const Function*, std::vector<Application>> applications_;
  std::map<const Function*, std::map<Arguments, BigInt>> tables_;  // of the last model
  std::vector<bool> model_;                                        // by variable
};

}  // namespace

std::unique_ptr<Engine> makeBitEngine() {
  return std::make_unique<BitEngine>();
}

}  // namespace barricade
