// Two copies, used by turns, of shared arrays that each iteration of a loop fills and reads anew:
//
//     for (..) {                 copy = 1;
//       tile[i] = ..;            for (..) {
//       sync;                      copy = 1 - copy;
//       .. tile[j] ..;             tile[copy][i] = ..;
//       sync;                      sync;
//     }                            .. tile[copy][j] ..;
//                                }
//
// What an iteration reads stays until the next but one, so that the second barrier may go; whether
// it may, the verification tells. The results stay the same where each element that an iteration
// reads is written before in that same iteration: that is for the caller to show, of the kernel
// that `keepOneIteration` makes.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct BufferedLoop {
  unsigned header = 0;  // the index of its first block
  SourceChain location;
  unsigned depth = 0;          // how many loops are around it
  std::vector<Array*> arrays;  // which no other code accesses
};

struct BufferedLoops {
  std::vector<BufferedLoop> loops;
  std::vector<std::string> refused;  // shared arrays of loops, each with the reason
};

BufferedLoops findBufferedLoops(const Program& program, const Procedure& kernel);

// The way to the loop, and one iteration that begins with any values of what iterations hand on.
void keepOneIteration(Program& program, Procedure& kernel, unsigned header);

// How many bytes a second copy takes.
std::uint64_t bytesOf(const Array& array);

// Doubles `arrays` of the loop in the kernel, and their sizes in the program for as long as it
// lives. Body (body.h) restores the kernel.
class DoubledArrays {
 public:
  DoubledArrays(Program& program, Procedure& kernel, unsigned header,
                const std::vector<Array*>& arrays);
  ~DoubledArrays();
  DoubledArrays(const DoubledArrays&) = delete;
  DoubledArrays& operator=(const DoubledArrays&) = delete;

 private:
  struct Before {
    Array* array;
    std::vector<std::optional<BigInt>> dimensions;
    std::vector<std::pair<std::string*, std::string>> texts;  // in attributes
  };
  void enlarge(Program& program, Array& array);

  std::vector<Before> before_;
};

}  // namespace barricade
