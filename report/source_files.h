// The text of the kernel's original source, for excerpts in reports. Compilers record a file as it
// was named on their command line, often relative to a directory that is gone; so a file is looked
// for there first and then beside the input.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/source.h"

namespace barricade {

class SourceFiles {
 public:
  // `input` is the path of the IR file; `-` and the empty string have no directory.
  explicit SourceFiles(const std::string& input);

  // The path of the readable file that `position` lies in.
  std::optional<std::string> resolve(const SourcePosition& position) const;
  // The text of the line without its end; nothing when the file or the line is not there.
  std::optional<std::string> line(const SourcePosition& position) const;
  std::optional<std::string> line(const SourcePosition& position, unsigned number) const;
  // The number of lines, 0 when the file cannot be read.
  unsigned lineCount(const SourcePosition& position) const;

 private:
  struct File {
    std::string path;
    std::vector<std::string> lines;
  };
  const File* find(const SourcePosition& position) const;

  std::string directory_;
  mutable std::map<std::pair<std::string, std::string>, std::unique_ptr<File>> files_;
};

// "file:line", without the column.
std::string lineOf(const SourcePosition& position);

}  // namespace barricade
