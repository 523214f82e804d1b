// Source positions of the kernel's original program (CUDA, OpenCL) and of the IR text itself.
//
// A SourceChain is a position with the call sites it was inlined at, innermost first, as the
// records of one group of a `.loc` file. The SourceMap interns chains; statements carry the
// index of theirs.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace barricade {

struct SourcePosition {
  std::string file;       // as the compiler named it
  std::string directory;  // may be empty
  unsigned line = 0;      // from 1; 0 when unknown
  unsigned column = 0;    // from 1; 0 when unknown

  auto operator<=>(const SourcePosition&) const = default;
  bool isKnown() const { return line != 0 && !file.empty(); }
  // "file:line:column" ("file:line" without a column).
  std::string toString() const;
};

using SourceChain = std::vector<SourcePosition>;  // innermost first, never empty when known

inline bool isKnown(const SourceChain& chain) {
  return !chain.empty() && chain.front().isKnown();
}

using LocationId = std::int32_t;
inline constexpr LocationId noLocation = -1;

class SourceMap {
 public:
  LocationId intern(SourceChain chain);                 // an empty chain is noLocation
  const SourceChain& chain(LocationId id) const;        // empty for noLocation
  const SourcePosition& position(LocationId id) const;  // innermost; line 0 when unknown
  // The chain of `inner` inlined at `callSite`.
  LocationId inlinedAt(LocationId inner, LocationId callSite);
  std::size_t size() const { return chains_.size(); }

 private:
  std::vector<const SourceChain*> chains_;
  std::map<SourceChain, LocationId> index_;
};

// A place in the IR text, for diagnostics.
struct TextPosition {
  unsigned line = 0;
  unsigned column = 0;
};

}  // namespace barricade
