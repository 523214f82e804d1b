// The name of a barrier site's Boolean: "b1", "b2", ... in the order of the text. A call of a
// barrier without one is no site, and its id is empty.
#pragma once

#include <compare>
#include <ostream>
#include <set>
#include <string>

namespace barricade {

struct SiteId {
  std::string name;

  bool isNone() const { return name.empty(); }
  friend auto operator<=>(const SiteId&, const SiteId&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SiteId& id) { return out << id.name; }
};

// The sites that hold a barrier.
using Placement = std::set<SiteId>;

}  // namespace barricade
