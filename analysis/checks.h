// Which checks a verification makes beside assertions and contracts, and how far each goes.
#pragma once

namespace barricade {

enum class CheckDepth {
  Off,
  // Reports what a run of the kernel shows and the launch alone decides, neither parameters nor
  // data; nothing else of it enters the verdict. Of uninitialized memory: arrays that are
  // read and never set.
  Shown,
  Full,  // part of the verdict: nothing is verified that may fail
};

struct Checks {
  bool races = true;
  bool divergence = true;
  CheckDepth bounds = CheckDepth::Off;
  CheckDepth uninitialized = CheckDepth::Off;
  CheckDepth overflow = CheckDepth::Off;    // Shown: undefined divisions and shifts only
  CheckDepth misaligned = CheckDepth::Off;  // Shown: wherever arrays begin

  // Whether something is to be asked of what the launch alone decides.
  bool showsAny() const {
    return bounds == CheckDepth::Shown || overflow == CheckDepth::Shown ||
           misaligned == CheckDepth::Shown;
  }
};

}  // namespace barricade
