# The libraries Barricade stands on, each a Debian package (see scripts/setup). Debian ships no
# CMake configuration for cvc5, CaDiCaL and isl, so they become imported targets here.

find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Threads REQUIRED)

find_package(cvc5 CONFIG QUIET)
if(NOT TARGET cvc5::cvc5)
  find_path(CVC5_INCLUDE_DIR cvc5/cvc5.h REQUIRED)
  find_library(CVC5_LIBRARY cvc5 REQUIRED)
  add_library(cvc5::cvc5 UNKNOWN IMPORTED)
  set_target_properties(cvc5::cvc5 PROPERTIES
    IMPORTED_LOCATION "${CVC5_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CVC5_INCLUDE_DIR}")
endif()

find_path(CADICAL_INCLUDE_DIR cadical.hpp REQUIRED)
find_library(CADICAL_LIBRARY cadical REQUIRED)
add_library(cadical::cadical UNKNOWN IMPORTED)
set_target_properties(cadical::cadical PROPERTIES
  IMPORTED_LOCATION "${CADICAL_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${CADICAL_INCLUDE_DIR}")

find_path(ISL_INCLUDE_DIR isl/set.h REQUIRED)
find_library(ISL_LIBRARY isl REQUIRED)
add_library(isl::isl UNKNOWN IMPORTED)
set_target_properties(isl::isl PROPERTIES
  IMPORTED_LOCATION "${ISL_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${ISL_INCLUDE_DIR}")

# The ANTLR tool (Java) runs during the build, the runtime is linked.
find_program(ANTLR4_TOOL antlr4 REQUIRED)
find_path(ANTLR4_INCLUDE_DIR antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_LIBRARY antlr4-runtime REQUIRED)
add_library(antlr4::runtime UNKNOWN IMPORTED)
set_target_properties(antlr4::runtime PROPERTIES
  IMPORTED_LOCATION "${ANTLR4_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${ANTLR4_INCLUDE_DIR}")

if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
