// Work that goes on beside this process, in a child that starts from the state that this one is in.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace barricade {

class SideProcess {
 public:
  // In the child, what `work` returns becomes the result; what it changes is lost with the child,
  // and nothing that it prints is seen.
  explicit SideProcess(const std::function<std::optional<std::string>()>& work);
  // Stops the child, if nobody has asked for the result.
  ~SideProcess();
  SideProcess(const SideProcess&) = delete;
  SideProcess& operator=(const SideProcess&) = delete;

  // Waits for the child, once. Nothing where it has none, ends in another way, for lack of memory,
  // say, or where there can be no child. What leads to a result counts as this process's time of
  // the processor, all else does not.
  std::optional<std::string> result();

 private:
  void await(bool counts);

  pid_t child_ = -1;  // -1: none, or waited for
  int input_ = -1;    // -1: closed
};

}  // namespace barricade
