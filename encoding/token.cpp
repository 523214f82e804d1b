#include "encoding/token.h"

namespace barricade {

Expr tokenOf(Terms& terms, const Channel& channel, Expr arrived, Type type) {
  if (channel.stages == 0 || !arrived || !type->isBitVector() || arrived->type()->isInt())
    return nullptr;
  Expr number = terms.sub(arrived, terms.number(1, arrived->type()));
  if (channel.stages > 1) {
    const Expr stages = terms.number(channel.stages, number->type());
    number = terms.rebuild(terms.pool().make(Op::BvUDiv, number, stages), {number, stages});
  }
  return type->width() <= number->type()->width() ? terms.extract(number, type->width(), 0)
                                                  : terms.zeroExtend(number, type->width());
}

}  // namespace barricade
