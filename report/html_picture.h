// A picture of a race as SVG: the two threads, each in its block, and the element that both reach.
#pragma once

#include <string>

#include "finding/result.h"

namespace barricade {

// Empty where a finding has no two threads. The colours are those of the text around it.
std::string pictureOf(const Finding& finding);

}  // namespace barricade
