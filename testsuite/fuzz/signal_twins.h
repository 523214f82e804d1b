// Parts of twins (twins.h) whose threads signal each other with fences and atomic operations, or
// find out by the result of one who comes first.
#pragma once

#include "testsuite/fuzz/kernel.h"
#include "testsuite/fuzz/random.h"

namespace barricade::fuzz {

// Where the part stands.
struct TwinPlace {
  unsigned threads = 2, groups = 1;
  unsigned warp = 0;    // lanes; 0: it is not known
  std::string fresh;    // a value that nobody has written before
  std::string counter;  // a variable that is free
};

struct SignalTwin {
  Body body;
  std::string name;
};

SignalTwin makeSignalTwin(Random& random, const TwinPlace& place, bool broken);

}  // namespace barricade::fuzz
