// The version of the program; the build defines it from CMakeLists.txt.
#pragma once

#include <string_view>

namespace barricade {

inline constexpr std::string_view version = BARRICADE_VERSION;

}  // namespace barricade
