#include "precondition/candidate_atoms.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <ranges>
#include <set>

#include "analysis/expressions.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

using Kind = LaunchConstant::Kind;

// Threads of a block, at most; no greater number bounds a size usefully.
constexpr unsigned greatestBound = 1024;
constexpr std::size_t maximalBounds = 12;
constexpr unsigned tinyBound = 4;
constexpr std::size_t maximalParameters = 6;
// A compiler leaves little of `BM * BN / TM` threads.
constexpr std::array usualBlocks{512, 256, 128, 64};

// Of an atom; those of one kind lie between its cost and that of the next.
enum AtomCost : int {
  notNegative = 5,        // k >= 0
  blockBound = 10,        // blockDim.x <= 32
  blockPower = 27,        // blockDim.x is a power of two
  parameterOrder = 40,    // width <= pitch
  parameterBound = 45,    // n >= 32, which is less than n >= 32 * gridDim.x
  parameterPower = 58,    // stride is a power of two
  coversThreads = 60,     // n >= gridDim.x * blockDim.x
  coversTiles = 70,       // n >= 32 * gridDim.x
  wholeBlocks = 75,       // n % 128 == 0, where threads have to come together
  coversBlock = 90,       // n >= blockDim.x
  tinyBlock = 100,        // blockDim.x <= 4
  blockMultiple = 120,    // blockDim.x % 32 == 0
  gridBound = 130,        // gridDim.x <= 4
  wholeTiles = 150,       // n % 32 == 0, where elements have to be apart
  oneThread = 180,        // blockDim.y == 1
  oneBlock = 200,         // gridDim.x == 1
  parameterAtMost = 220,  // n <= 32
  squareBlock = 250,      // blockDim.x == blockDim.y
  ofNoIndex = 300,        // beside others: n >= 32 where n tells nothing of where races are
};

// Fields of a struct that the kernel is given often are not.
std::set<const Variable*> variablesReadIn(const Procedure& kernel) {
  std::set<const Variable*> read;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachExpression(statement, [&](Expr e) {
        forEachVariable(e, [&](const Variable* variable) { read.insert(variable); });
      });
  return read;
}

// What tells which elements are written.
std::unordered_set<const Variable*> variablesOfIndices(const Procedure& kernel) {
  Definitions definitions;
  std::vector<Expr> indices;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      forEachAssigned(statement, [&](const Variable* variable) {
        forEachExpression(statement, [&](Expr e) { definitions[variable].push_back(e); });
      });
      if (const Assign* assign = statement.as<Assign>())
        for (const Target& target : assign->targets)
          indices.insert(indices.end(), target.indices.begin(), target.indices.end());
      if (const Call* call = statement.as<Call>())
        indices.insert(indices.end(), call->args.begin(), call->args.end());
    }
  return dependencies(std::move(indices), definitions);
}

class Collector {
 public:
  Collector(const Procedure& kernel, const std::vector<const Variable*>& sizes,
            const std::vector<BigInt>& fixed, Vocabulary& vocabulary, bool ofRaces)
      : vocabulary_(vocabulary), sizes_(sizes), bounds_(namedSizes(kernel, fixed)) {
    if (ofRaces) ofIndices_ = variablesOfIndices(kernel);
    const auto read = variablesReadIn(kernel);
    for (const Variable* parameter : kernel.parameters)
      if (vocabulary.knows(parameter) && parameter->type->width() >= 16 &&
          read.contains(parameter) && parameters_.size() < maximalParameters)
        parameters_.push_back(parameter);
  }

  std::vector<CandidateAtom> collect() {
    for (const Variable* size : sizes_) addSize(size);
    const Variable* x = sizeOf(Kind::GroupSize, 0);
    const Variable* y = sizeOf(Kind::GroupSize, 1);
    if (x && y) add(Relation::Equal, {{{x}, 1}, {{y}, -1}}, 0, squareBlock);
    for (const Variable* parameter : parameters_) addParameter(parameter);
    return std::move(atoms_);
  }

 private:
  using Product = std::vector<const Variable*>;

  const Variable* sizeOf(Kind kind, unsigned dimension) const {
    for (const Variable* size : sizes_)
      if (size->launch->kind == kind && size->launch->dimension == dimension) return size;
    return nullptr;
  }

  void add(Relation relation, const std::vector<std::pair<Product, BigInt>>& terms,
           const BigInt& constant, int cost) {
    CandidateAtom candidate{{{{}, {}, constant}, relation}, cost};
    for (const auto& [factors, coefficient] : terms)
      candidate.atom.form.columns.emplace_back(vocabulary_.column(factors), coefficient);
    atoms_.push_back(std::move(candidate));
  }

  void addMultiple(const Variable* variable, const BigInt& divisor, int cost) {
    const std::size_t column = vocabulary_.column({variable});
    const FloorQuotient quotient{{{{column, 1}}, {}, 0}, divisor};
    atoms_.push_back({{{{{column, 1}}, {{quotient, -divisor}}, 0}, Relation::Equal}, cost});
  }

  void addSize(const Variable* size) {
    const bool isBlock = size->launch->kind == Kind::GroupSize;
    std::set<BigInt, std::greater<>> bounds(bounds_.begin(), bounds_.end());
    if (isBlock) bounds.insert(usualBlocks.begin(), usualBlocks.end());
    int rank = 0;
    for (const BigInt& bound : bounds) {
      const int cost = !isBlock ? gridBound : bound <= tinyBound ? tinyBlock : blockBound;
      add(Relation::AtLeast, {{{size}, -1}}, bound, cost + rank);
      if (isBlock && bound % 8 == 0 && std::ranges::count(bounds_, bound) > 0)
        addMultiple(size, bound, blockMultiple + rank);
      ++rank;
    }
    if (isBlock) add(Relation::PowerOfTwo, {{{size}, 1}}, 0, blockPower);
    add(Relation::Equal, {{{size}, 1}}, -1, isBlock ? oneThread : oneBlock);
  }

  void addParameter(const Variable* parameter) {
    const int more = ofIndices_ && !ofIndices_->contains(parameter) ? ofNoIndex : 0;
    if (vocabulary_.isSigned(parameter)) add(Relation::AtLeast, {{{parameter}, 1}}, 0, notNegative);
    for (const Variable* other : parameters_)
      if (other != parameter)
        add(Relation::AtLeast, {{{parameter}, 1}, {{other}, -1}}, 0, parameterOrder + more);
    for (unsigned d = 0; d < 3; ++d) {
      const Variable* block = sizeOf(Kind::GroupSize, d);
      const Variable* grid = sizeOf(Kind::NumGroups, d);
      const int dimension = static_cast<int>(d);  // rows are along x
      if (block)
        add(Relation::AtLeast, {{{parameter}, 1}, {{block}, -1}}, 0,
            coversBlock + more + dimension);
      if (block && grid)
        add(Relation::AtLeast, {{{parameter}, 1}, {{grid, block}, -1}}, 0,
            coversThreads + more + dimension);
      for (const BigInt& bound : bounds_)
        if (grid)
          add(Relation::AtLeast, {{{parameter}, 1}, {{grid}, -bound}}, 0,
              coversTiles + more + dimension);
    }
    int rank = 0;
    for (const BigInt& bound : bounds_) {
      add(Relation::AtLeast, {{{parameter}, -1}}, bound, parameterAtMost + rank);
      add(Relation::AtLeast, {{{parameter}, 1}}, -bound, parameterBound + more + rank++);
    }
    rank = 0;
    for (const BigInt& bound : bounds_ | std::views::reverse)
      if (bound % 8 == 0)
        addMultiple(parameter, bound, (ofIndices_ ? wholeTiles : wholeBlocks) + rank++);
    add(Relation::AtLeast, {{{parameter}, 1}}, -1, parameterBound + more);
    add(Relation::PowerOfTwo, {{{parameter}, 1}}, 0, parameterPower + more);
  }

  Vocabulary& vocabulary_;
  const std::vector<const Variable*>& sizes_;
  std::vector<BigInt> bounds_;
  std::vector<const Variable*> parameters_;
  std::optional<std::unordered_set<const Variable*>> ofIndices_;
  std::vector<CandidateAtom> atoms_;
};

// Nothing: it depends on what `numbers` leave open.
std::optional<BigInt> valueOf(const QuasiForm& form, const LaunchNumbers& numbers,
                              const Vocabulary& vocabulary) {
  BigInt sum = form.constant;
  for (const auto& [column, coefficient] : form.columns) {
    BigInt product = coefficient;
    for (const Variable* factor : vocabulary.columns()[column].factors) {
      const auto it = numbers.find(factor);
      if (it == numbers.end()) return std::nullopt;
      product *= it->second;
    }
    sum += product;
  }
  for (const auto& [quotient, coefficient] : form.quotients) {
    const auto dividend = valueOf(quotient.dividend, numbers, vocabulary);
    if (!dividend) return std::nullopt;
    sum += coefficient * floorDivide(*dividend, quotient.divisor);
  }
  return sum;
}

}  // namespace

std::vector<BigInt> namedSizes(const Procedure& kernel, const std::vector<BigInt>& fixed) {
  std::set<BigInt> named;
  std::ranges::copy_if(fixed, std::inserter(named, named.end()),
                       [](const BigInt& size) { return size > 1; });
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachExpression(statement, [&](Expr root) {
        forEachNode({root}, [&](Expr e) {
          for (Expr a : e->args()) {
            if (a->op() != Op::BvLiteral || a->value() > 65536) continue;
            BigInt number = a->value();
            if (e->op() == Op::BvAnd) ++number;
            if (e->op() == Op::BvShl || e->op() == Op::BvLShr || e->op() == Op::BvAShr)
              number = number < 17 ? BigInt(1) << static_cast<unsigned>(number) : BigInt(0);
            if (number > 1) named.insert(number);
          }
        });
      });
  std::set<BigInt> all;
  for (const BigInt& number : named) {
    if (number <= greatestBound) all.insert(number);
    for (const BigInt& other : named)
      if (number % other == 0 && number / other > 1 && number / other <= greatestBound)
        all.insert(number / other);
  }
  std::vector<BigInt> result(all.rbegin(), all.rend());
  if (result.size() > maximalBounds) result.resize(maximalBounds);
  return result;
}

std::vector<CandidateAtom> candidateAtoms(const Procedure& kernel,
                                          const std::vector<const Variable*>& sizes,
                                          const std::vector<BigInt>& fixed, Vocabulary& vocabulary,
                                          bool ofRaces) {
  return Collector(kernel, sizes, fixed, vocabulary, ofRaces).collect();
}

bool mayHold(const Atom& atom, const LaunchNumbers& numbers, const Vocabulary& vocabulary) {
  const auto value = valueOf(atom.form, numbers, vocabulary);
  if (!value) return true;
  switch (atom.relation) {
    case Relation::AtLeast: return *value >= 0;
    case Relation::Equal: return *value == 0;
    case Relation::NotEqual: return *value != 0;
    case Relation::PowerOfTwo: return *value > 0 && (*value & (*value - 1)) == 0;
  }
  return false;
}

}  // namespace barricade
