// Runs a piece of work in a child process: a crash or an endless computation of the code under
// test ends the child, not the campaign.
#pragma once

#include <functional>
#include <string>

namespace barricade::fuzz {

struct Ending {
  enum class How { Finished, Crashed, TooLong } how = How::Finished;
  std::string detail;  // the signal, the exit code
};

// `work` runs in the child until it returns, `seconds` pass without a change of `heartbeat()`
// (read in the parent; may be empty), or it dies.
Ending isolate(const std::function<void()>& work, double seconds,
               const std::function<unsigned long()>& heartbeat = {});

// Zeroed memory that children share with their parent.
void* sharedMemory(std::size_t bytes);
template <typename T>
T& shared() {
  return *static_cast<T*>(sharedMemory(sizeof(T)));
}

}  // namespace barricade::fuzz
