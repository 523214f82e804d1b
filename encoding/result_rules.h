// What is assumed of the results of a pair's atomic operations (analysis/atomic_results.h).
#pragma once

#include "encoding/pair_run.h"

namespace barricade {

class ResultRules {
 public:
  explicit ResultRules(PairRun& run) : run_(run) {}

  // The rule of all operations that change the array, where this one is one of them.
  ResultRule ruleOf(const Call& call, std::size_t array) const;
  // Assumes what the rule says of it and those before.
  void add(const ResultRule& rule, std::size_t array, const AtomicResult& mine);
  // The same of what those of a block have come to.
  void addTotal(const BlockTotal& total, const PerThread& path);

 private:
  static bool adds(const ResultRule& rule);  // positive numbers alone
  Expr addend(const ResultRule& rule, const AtomicResult& mine) const;
  Expr areOne(const AtomicResult& mine, const AtomicResult& other) const;
  void assumeRange(const ResultRule& rule, std::size_t array, const AtomicResult& mine);
  Expr exclusion(const ResultRule& rule, const AtomicResult& a, const AtomicResult& b) const;
  Expr areApart(const ResultRule& rule, Expr a, Expr b) const;
  Expr areReserved(const ResultRule& rule, const AtomicResult& a, const AtomicResult& b) const;

  PairRun& run_;
};

}  // namespace barricade
