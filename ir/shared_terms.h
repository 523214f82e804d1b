// Parts of expressions that stand in several places, and are so large that writing each of them out
// would make a text that is exponentially longer than the program. Each is printed as a function:
//
//     x := (five ^ four) + four             x := $shared1(x);
//       where four = (three ^ two) + two..  function {:inline true} $shared1(x: bv32): bv32 { .. }
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace barricade {

class SharedTerms {
 public:
  struct Shared {
    std::string name;
    Expr body;
    std::vector<const Variable*> parameters;
  };

  // Null where `e` is written out.
  const Shared* find(Expr e);
  // Those found so far, in the order in which they were.
  const std::vector<const Shared*>& all() const { return order_; }

 private:
  bool isLarge(Expr e);
  void examine(Expr root);

  std::unordered_map<Expr, std::uint64_t> sizes_;  // as trees
  std::unordered_set<Expr> examined_;
  std::unordered_map<Expr, Shared> shared_;
  std::vector<const Shared*> order_;
};

}  // namespace barricade
