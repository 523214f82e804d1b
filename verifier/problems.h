// The verification problems of one kernel, made once they are asked for: by mode, by which
// conflicts are races, and by what of the kernel is looked at.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "encoding/problem.h"

namespace barricade {

// Which conflicts are races: all, or those that can change what an array holds.
enum class Conflicts { All, NotBenign };

// Whether loops that no verdict depends on are left out (analysis/inert_loops.h).
enum class Loops { NotInert, All };

class Problems {
 public:
  Problems(Program& program, Procedure& kernel, const VerifyOptions& options, bool hasSignals)
      : program_(program), kernel_(kernel), options_(options), hasSignals_(hasSignals) {}

  // Between blocks, what one thread of a block does for all of it is to be seen; within, of races,
  // what the first lane of a warp does.
  enum class Elected { None, Threads, Lanes };
  Subject& subject(Conflicts conflicts, Mode mode = Mode::Intra, Loops loops = Loops::All);
  Problem& problem(Mode mode, Conflicts conflicts, Loops loops = Loops::All, bool ofRaces = false);

 private:
  Subject& subjectOf(Procedure& whole, Conflicts conflicts, Elected elected);
  bool electsThreads();
  Procedure& withElected(Procedure& whole, Elected elected);
  Procedure* kernelWithoutInert(Conflicts conflicts, Mode mode);

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& options_;
  const bool hasSignals_;  // fences and atomic operations may order accesses
  // By what they are copies of; null: nobody does anything for others.
  std::map<std::pair<Procedure*, Elected>, std::unique_ptr<Procedure>> elected_;
  struct ShorterKernel {
    std::unique_ptr<Procedure> own;
    Procedure* shorter = nullptr;  // that, or one that serves as well
  };
  std::map<std::pair<Conflicts, Mode>, ShorterKernel> withoutInert_;
  std::map<std::tuple<Conflicts, Elected, Procedure*>, std::unique_ptr<Subject>> subjects_;
  std::map<std::pair<Mode, Subject*>, std::unique_ptr<Problem>> problems_;
};

}  // namespace barricade
