// What is true of products of unknowns, said where a solution is wrong about it.
//
// With n >= 0 and any sum D of other factors: where D >= d, n * D >= n * d, and where D <= d,
// n * D <= n * d. For d = 1 and d = -1 that is what keeps rows apart whose length is not known, in
// `row * pitch + column` and in `blockIdx.x * blockDim.x + threadIdx.x`; D is the difference of the
// rows, as an equation between two indices has it. Squares of numbers without a sign grow with
// these, which orders packed triangles.
#pragma once

#include <set>
#include <tuple>

#include "solver/index/integer_system.h"
#include "solver/smt/skeleton.h"

namespace barricade {

class ProductLemmas {
 public:
  ProductLemmas(const Unknowns& unknowns, Skeleton& skeleton)
      : unknowns_(unknowns), skeleton_(skeleton) {}

  // Whether the solution of `system` contradicts something that is said from now on.
  bool refine(const IntegerSystem& system);

 private:
  // A sum of products with the same factor n: n * D.
  struct Multiple {
    UnknownId factor;
    LinearForm others;    // D
    LinearForm products;  // n * D
    std::weak_ordering operator<=>(const Multiple&) const = default;
  };

  void collect(const LinearForm& form, std::set<Multiple>& multiples) const;
  std::set<Multiple> multiplesIn(const IntegerSystem& system) const;
  bool refine(const Multiple& multiple, const IntegerSystem& system);
  bool refineSquares(const IntegerSystem& system);
  bool add(std::vector<Skeleton::Literal> clause);

  const Unknowns& unknowns_;
  Skeleton& skeleton_;
  std::set<std::vector<Skeleton::Literal>> known_;
};

}  // namespace barricade
