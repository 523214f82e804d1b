#pragma once
#include "../algorithm"
namespace thrust {
using std::max;
using std::min;
} // namespace thrust
