// Thrust's complex numbers.
#pragma once
#include "../lowering_complex.h"
#include "../type_traits"
namespace thrust {
LOWERING_COMPLEX_NUMBERS
} // namespace thrust
