#include "report/atomic_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace barricade {

namespace {

std::string problem(const std::string& path, int error) {
  return path + ": " + std::strerror(error);
}

std::optional<std::string> writeDirectly(const std::string& path, std::string_view text) {
  int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return problem(path, errno);
  int error = writeAll(descriptor, text);
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) return problem(path, error);
  return std::nullopt;
}

// What a file made by open() would get.
mode_t defaultMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

int writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(std::size_t(written));
  }
  return 0;
}

std::optional<std::string> writeFileAtomically(const std::string& path, std::string_view text) {
  std::error_code ignored;
  std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
  std::string target = ignored || resolved.empty() ? path : resolved.string();
  struct stat status {};
  bool exists = stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return problem(path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return writeDirectly(path, text);

  std::string temporary = target + ".XXXXXX";
  int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) return problem(path, errno);
  int error = writeAll(descriptor, text);
  if (error == 0 && fchmod(descriptor, exists ? status.st_mode & 07777 : defaultMode()) != 0) {
    error = errno;
  }
  if (error == 0 && fsync(descriptor) != 0) error = errno;
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    unlink(temporary.c_str());
    return problem(path, error);
  }
  return std::nullopt;
}

}  // namespace barricade
