#include "encoding/linear_thread.h"

namespace barricade {

unsigned threadsOfBlock(const LaunchFacts& launch, unsigned most) {
  BigInt size = 1;
  for (Expr dimension : launch.groupSize) size *= dimension->value();
  return size > most ? most + 1 : static_cast<unsigned>(size);
}

Expr ofLinearThread(Terms& terms, const LaunchFacts& launch, const ThreadPair& pair, Expr e,
                    unsigned linear, std::unordered_map<Expr, Expr> values) {
  for (unsigned d = 0; d < 3; ++d) {
    const auto size = static_cast<unsigned>(launch.groupSize[d]->value());
    Expr id = pair.localId[0][d];
    if (id->op() == Op::ZeroExtend) id = id->arg(0);
    if (!id->isLiteral()) values[id] = terms.number(linear % size, id->type());
    linear /= size;
  }
  std::unordered_map<Expr, Expr> memo;
  return terms.substitute(e, values, memo);
}

}  // namespace barricade
