// Variables that one statement alone sets: what that is, and where.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct StatementPlace {
  unsigned block = 0;
  std::size_t position = 0;
  auto operator<=>(const StatementPlace&) const = default;
};

class SingleDefinitions {
 public:
  SingleDefinitions(const Procedure& procedure, const ControlFlow& flow);

  struct Definition {
    const Statement* statement = nullptr;
    StatementPlace place;
    Expr value = nullptr;  // null: a call sets it
  };
  // Of a variable that is set by one statement, which every path to `use` comes through: in the
  // same iteration of the loops around it. Else null.
  const Definition* of(const Variable* variable, const StatementPlace& use) const;
  bool isSet(const Variable* variable) const { return definitions_.contains(variable); }
  // With the variables replaced that are defined by expressions which read no array, and of which
  // nothing has another value by then.
  Expr expanded(ExprPool& pool, Expr e, const StatementPlace& use) const;
  // The largest value that it may have, by its form and what is known of variables that one
  // statement sets, or none; nothing: it is not small.
  using KnownBounds = std::unordered_map<const Variable*, BigInt>;
  std::optional<BigInt> bound(Expr e, const StatementPlace& use,
                              const KnownBounds& known = {}) const;

 private:
  // What was found of an expression at a place. Values that are computed from several before them
  // are come to by as many ways as a hash has, which must not be taken one by one.
  template <typename Result>
  using ByUse = std::map<std::tuple<Expr, unsigned, std::size_t>, Result>;
  Expr expanded(ExprPool& pool, Expr e, const StatementPlace& use, ByUse<Expr>& memo) const;
  std::optional<BigInt> bound(Expr e, const StatementPlace& use, const KnownBounds& known,
                              ByUse<std::optional<BigInt>>& memo) const;
  std::optional<BigInt> computeBound(Expr e, const StatementPlace& use, const KnownBounds& known,
                                     ByUse<std::optional<BigInt>>& memo) const;
  bool keepsValue(Expr e, const StatementPlace& from, const StatementPlace& use) const;

  const Procedure& procedure_;
  const ControlFlow& flow_;
  std::unordered_map<const Variable*, Definition> definitions_;
};

// Of variables that hold sums which a block has computed (block_scans.h): the largest value, and
// that of what is added up.
struct SumBounds {
  SingleDefinitions::KnownBounds sums, summands;
  struct Addend {
    BigInt sum, summand;
  };
  std::unordered_map<const Statement*, Addend> addends;  // by the atomic operation that adds it
};

}  // namespace barricade
