// What an array holds, as a history: an unknown function of the index at first, then guarded
// writes and guarded havocs. A read expands the history to a chain of choices, so that the solver
// never sees its theory of arrays (docs/verification.md). Histories are immutable and shared.
#pragma once

#include <deque>
#include <map>

#include "solver/smt/terms.h"

namespace barricade {

class ContentsPool;

struct ContentsNode {
  enum class Kind { Unknown, Write, Havoc };
  Kind kind = Kind::Unknown;
  const ContentsNode* before = nullptr;
  Expr condition = nullptr;            // Write, Havoc
  Expr index = nullptr;                // Write
  Expr value = nullptr;                // Write
  const Function* function = nullptr;  // Unknown, Havoc
};

using Contents = const ContentsNode*;

class ContentsPool {
 public:
  explicit ContentsPool(Terms& terms) : terms_(terms) {}

  Contents unknown(const Variable* array);
  Contents write(Contents before, Expr condition, Expr index, Expr value);
  // Where `condition` holds everything is forgotten.
  Contents havoc(Contents before, Expr condition, const Variable* array);
  Expr read(Contents contents, Expr index);

 private:
  const Function* freshContents(const Variable* array);

  Terms& terms_;
  std::deque<ContentsNode> nodes_;
  std::map<std::pair<Contents, Expr>, Expr> reads_;
};

}  // namespace barricade
