// What an index of an array is as a linear form over the ids of a thread, parameters, and how often
// the loops around it have gone round: a guess, as wrap-around is left out of the question and
// definitions are looked up by their text. Who uses it has to check what follows.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/fixed_parameters.h"
#include "analysis/launch.h"
#include "ir/cfg.h"
#include "postcondition/watched_element.h"
#include "solver/index/linear_form.h"

namespace barricade {

// An integer that forms are over.
struct IndexUnknown {
  enum class Kind {
    Given,     // the same for all threads: a parameter, a size, the watched index
    Id,        // of the thread: below `limit`
    Count,     // rounds of a loop: not negative
    Quotient,  // of `dividend` by `divisor`
    Wrap,      // how often a term has wrapped around, where that matters
  };
  Kind kind = Kind::Given;
  Expr term = nullptr;           // whose value it is, but for Wrap
  Interval range;                // Given; Wrap: of dividend + divisor * wrap
  LinearForm limit;              // Id
  std::optional<unsigned> loop;  // Count
  LinearForm dividend;           // Quotient, Wrap
  BigInt divisor;
};

// Counts and quotients stay below.
inline const BigInt mostRounds = BigInt(1) << 31;

class IndexForms {
 public:
  // Terms are numbers with a sign or without, `isSigned` says.
  IndexForms(Program& program, const Procedure& kernel, const ControlFlow& flow,
             const LaunchFacts& launch, const FixedParameters& fixed, bool isSigned);

  // Of an index in that block.
  std::optional<LinearForm> guess(Expr index, unsigned block);
  // Of a term that is the same for all threads: exactly.
  LinearForm exact(Expr given);

  const IndexUnknown& operator[](UnknownId id) const { return unknowns_[id]; }
  std::size_t size() const { return unknowns_.size(); }
  // The value as a term of that width.
  Expr toTerm(const LinearForm& form, unsigned width) const;
  // So many bits hold every value of the form.
  unsigned widthFor(const LinearForm& form) const;
  bool isSigned() const { return isSigned_; }

 private:
  struct Definition {
    const Block* block;
    Expr value;  // null: anything
  };

  UnknownId add(IndexUnknown unknown);
  UnknownId given(Expr term);
  UnknownId chosen(IndexUnknown::Kind kind, const std::string& name);
  Interval rangeOf(Type type) const;
  std::optional<LinearForm> form(Expr e);
  std::optional<LinearForm> variable(Expr e);
  std::optional<LinearForm> launchConstant(Expr e);
  std::optional<LinearForm> local(const Variable* variable);
  std::optional<LinearForm> induction(const Variable* variable,
                                      const std::vector<Definition>& definitions);
  std::optional<LinearForm> multiply(Expr e);
  std::optional<LinearForm> divide(Expr e);
  std::optional<LinearForm> opaque(Expr e);
  // `e` over parameters and constants of the launch, or null.
  Expr closed(Expr e);
  bool isExact(Expr e) const;
  bool isComplete(const LinearForm& form) const;
  Expr valueOf(UnknownId id, unsigned width) const;
  LinearForm withGlobalIds(const LinearForm& form);

  Program& program_;
  ExprPool& pool_;
  const Procedure& kernel_;
  const ControlFlow& flow_;
  const LaunchFacts& launch_;
  const FixedParameters& fixed_;
  const bool isSigned_;
  unsigned block_ = 0;  // of the index that is guessed
  std::unordered_map<const Variable*, std::vector<Definition>> definitions_;
  std::unordered_map<const Variable*, std::optional<UnknownId>> open_;  // being looked up
  std::unordered_map<Expr, UnknownId> known_;
  std::unordered_map<unsigned, UnknownId> counts_;  // by loop
  std::vector<IndexUnknown> unknowns_;
};

}  // namespace barricade
