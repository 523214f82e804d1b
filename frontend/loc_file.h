// The `.loc` file: source locations by number (docs/ir.md, "Source locations"). Group n, ended by
// 0x1D, belongs to `{:sourceloc_num n}`; its records, each ended by 0x1E, are the location and the
// call sites it was inlined at, outwards; a record has the fields line, column, file and
// directory, each ended by 0x1F.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics.h"
#include "ir/source.h"

namespace barricade {

class LocFile {
 public:
  // Reports the first thing that is wrong with it, and is then empty.
  bool read(const std::string& file, std::string_view text, SourceMap& sources,
            Diagnostics& diagnostics);

  bool given() const { return !file_.empty(); }
  const std::string& file() const { return file_; }
  std::size_t size() const { return groups_.size(); }
  // noLocation for an empty group; nothing for a number the file does not have.
  std::optional<LocationId> find(std::size_t number);
  // One more than the highest number that was asked for; 0 when none was.
  std::size_t used() const { return used_; }

 private:
  std::string file_;
  std::vector<LocationId> groups_;
  std::size_t used_ = 0;
};

}  // namespace barricade
