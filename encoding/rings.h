// Positions that go round a ring:
//
//     p = (p + c) & mask;    p = (p + c) % m;    p += c; if (p >= m) p -= m;    if (++p == m) p =
//     0;
//
// A mask of low bits keeps what is congruent modulo a power of two, which arithmetic of bit vectors
// is itself: after n iterations p is (p0 + n * c) & mask, whether sums wrap around or not. For any
// other size m the sums must not: then p is (p0 + n * c) % m as integers. The value is instantiated
// by LoopHead (ring_values.cpp).
#pragma once

#include <optional>

#include "solver/smt/terms.h"

namespace barricade {

struct Ring {
  enum class Kind {
    Mask,       // & bound; a ring if that is a mask of low bits
    Remainder,  // % bound
    Restart,    // begins again at the bound, so that what starts beyond it stays there
  };
  Kind kind = Kind::Mask;
  Expr step = nullptr;  // over placeholders, as is the bound
  Expr bound = nullptr;
  bool isSigned = false;  // the remainder or the comparison is
};

// How a variable that is `head` becomes `next`.
std::optional<Ring> ringOf(Terms& terms, Expr next, Expr head);

}  // namespace barricade
