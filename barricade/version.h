// The version of the program; the build defines it from CMakeLists.txt.
#pragma once

#include <string>
#include <string_view>

namespace barricade {

inline constexpr std::string_view version = BARRICADE_VERSION;

// The commit that was built, abbreviated; empty when that is not known.
std::string_view commit();

// "0.1.0 (commit 1234567890)"
std::string versionWithCommit();

}  // namespace barricade
