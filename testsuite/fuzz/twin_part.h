// A part of a twin (twins.h).
#pragma once

#include <string>

#include "testsuite/fuzz/kernel.h"

namespace barricade::fuzz {

// Where the part stands.
struct TwinPlace {
  unsigned threads = 2, groups = 1;
  unsigned warp = 0;    // lanes; 0: it is not known
  std::string fresh;    // a value that nobody has written before
  std::string counter;  // a variable that is free
};

struct TwinPart {
  Body body;
  std::string name;  // and of what is broken
};

}  // namespace barricade::fuzz
