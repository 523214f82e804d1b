// Parts of structs in one array: `slots[i].key` and `slots[j].value` are never one element. An
// element's part is its index modulo the number of elements in a struct, a power of two: so it is
// known also where indices wrap around.
#pragma once

#include "analysis/kernel.h"

namespace barricade {

// Whether no statement of the kernel that stores in the array by other means than atomic operations
// may store in a part that these change.
bool areStoresApart(const Kernel& kernel, const Array& array);

}  // namespace barricade
