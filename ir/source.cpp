#include "ir/source.h"

namespace barricade {

std::string SourcePosition::toString() const {
  std::string text = file + ":" + std::to_string(line);
  if (column != 0) text += ":" + std::to_string(column);
  return text;
}

LocationId SourceMap::intern(SourceChain chain) {
  if (chain.empty()) return noLocation;
  auto [it, added] = index_.try_emplace(std::move(chain), static_cast<LocationId>(chains_.size()));
  if (added) chains_.push_back(&it->first);
  return it->second;
}

const SourceChain& SourceMap::chain(LocationId id) const {
  static const SourceChain unknown;
  return id == noLocation ? unknown : *chains_.at(static_cast<std::size_t>(id));
}

const SourcePosition& SourceMap::position(LocationId id) const {
  static const SourcePosition unknown;
  const SourceChain& records = chain(id);
  return records.empty() ? unknown : records.front();
}

LocationId SourceMap::inlinedAt(LocationId inner, LocationId callSite) {
  SourceChain records = chain(inner);
  const SourceChain& outer = chain(callSite);
  records.insert(records.end(), outer.begin(), outer.end());
  return intern(std::move(records));
}

}  // namespace barricade
