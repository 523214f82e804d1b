// `{:bvbuiltin "bvadd"}`: functions that stand for an operator of SMT-LIB's bit vectors.
#pragma once

#include "frontend/unit.h"

namespace barricade {

// Sets function.builtin from the attribute, if there is one, and checks that the signature fits
// the operator.
void setBuiltin(Unit& unit, Function& function, const TextToken& name);

}  // namespace barricade
