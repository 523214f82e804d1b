# How every library, program and test of Barricade is compiled, and the two functions that the
# folders' CMakeLists.txt use.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
# Assertions stay on in release builds: a verifier that goes on from a broken invariant may call a
# wrong kernel right.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# With CMAKE_UNITY_BUILD (the preset `release`) so many files are compiled as one: a first build
# reads the headers once a unit, not once a file. All files of a target share their anonymous
# namespace then.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 20)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(barricade_flags INTERFACE)
target_include_directories(barricade_flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_definitions(barricade_flags INTERFACE BARRICADE_VERSION="${PROJECT_VERSION}")
if(BARRICADE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  add_library(barricade_leak_suppressions OBJECT "${CMAKE_CURRENT_LIST_DIR}/leak_suppressions.cpp")
  link_libraries(
    "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:barricade_leak_suppressions>>")
endif()
if(BARRICADE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(BARRICADE_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# A name of another file of the unit is none that a local name could be taken for.
if(CMAKE_UNITY_BUILD)
  set(shadow_warning -Wshadow=local)
else()
  set(shadow_warning -Wshadow)
endif()

# For our own code only: generated code links barricade_flags and not this.
add_library(barricade_warnings INTERFACE)
target_compile_options(barricade_warnings INTERFACE
  -Wall -Wextra -Wpedantic ${shadow_warning} -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
  -Wformat=2 -Wimplicit-fallthrough -Werror)
if(BARRICADE_SANITIZE)  # GCC takes the instrumentation of std::function for uses of its members
  target_compile_options(barricade_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# The standard library and Boost's integers, which nearly every file includes: read once.
add_library(barricade_precompiled OBJECT "${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp")
target_link_libraries(barricade_precompiled PRIVATE barricade_flags barricade_warnings)
set_target_properties(barricade_precompiled PROPERTIES UNITY_BUILD OFF)
target_precompile_headers(barricade_precompiled PRIVATE
  <algorithm> <array> <functional> <map> <memory> <optional> <ostream> <set> <span> <sstream>
  <string> <string_view> <unordered_map> <unordered_set> <utility> <variant> <vector>
  <boost/multiprecision/cpp_int.hpp>)

# barricade_add_library(<folder> SOURCES file... [DEPENDS target...])
# Makes the static library barricade_<folder>; a folder without sources yet is header-only.
function(barricade_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  if(ARG_SOURCES)
    add_library(barricade_${name} STATIC ${ARG_SOURCES})
    target_link_libraries(barricade_${name}
      PUBLIC barricade_flags ${ARG_DEPENDS}
      PRIVATE barricade_warnings)
    target_precompile_headers(barricade_${name} REUSE_FROM barricade_precompiled)
  else()
    add_library(barricade_${name} INTERFACE)
    target_link_libraries(barricade_${name} INTERFACE barricade_flags ${ARG_DEPENDS})
  endif()
endfunction()

# barricade_add_test(<name> SOURCES file... [DEPENDS target...])
# Makes the GoogleTest program <name> and registers its cases with ctest. The tests find the
# kernels of the test suite under the directory BARRICADE_TESTSUITE, and the program itself at
# BARRICADE_PROGRAM (add `barricade` to DEPENDS' build order with add_dependencies).
function(barricade_add_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} barricade_flags barricade_warnings
    GTest::gtest_main)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 12)  # they name much alike
  # A test is compiled in three quarters of the time so, and runs as fast.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${name} REUSE_FROM barricade_precompiled)
  target_compile_definitions(${name} PRIVATE
    BARRICADE_TESTSUITE="${CMAKE_SOURCE_DIR}/testsuite"
    BARRICADE_PROGRAM="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/barricade")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endfunction()
