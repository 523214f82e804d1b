// Vector clocks over actors: threads, and the copies that they start. A component says up to which
// epoch of an actor everything has happened before. A vector consists of pieces, and copies share
// what has not been changed since: threads that have met at a barrier hold one vector, and what
// they hold of another block is mostly the piece that they had all heard of. So to join two clocks
// is to compare pointers, but for the few pieces of which only one has heard news.
//
// After C. Flanagan, S. N. Freund: FastTrack: Efficient and Precise Dynamic Race Detection, 2009;
// two clocks a thread, as OpenCL orders local and global memory apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace barricade {

class Clock {
 public:
  std::uint32_t at(std::uint32_t actor) const {
    const std::size_t piece = actor / pieceSize;
    return pieces_ && piece < pieces_->size() && (*pieces_)[piece]
               ? (*(*pieces_)[piece])[actor % pieceSize]
               : 0;
  }
  void raise(std::uint32_t actor, std::uint32_t epoch) {
    if (at(actor) >= epoch) return;
    const std::size_t piece = actor / pieceSize;
    Pieces& own = owned();
    if (piece >= own.size()) own.resize(piece + 1);
    auto changed = own[piece] ? std::make_shared<Piece>(*own[piece]) : std::make_shared<Piece>();
    (*changed)[actor % pieceSize] = epoch;
    own[piece] = std::move(changed);
  }
  // Whether the other one has had news.
  bool join(const Clock& other) {
    if (!other.pieces_ || pieces_ == other.pieces_) return false;
    if (!pieces_) {
      pieces_ = other.pieces_;
      return true;
    }
    bool hasNews = false;
    for (std::size_t i = 0; i < other.pieces_->size(); ++i) {
      const SharedPiece& theirs = (*other.pieces_)[i];
      if (!theirs || (i < pieces_->size() && (*pieces_)[i] == theirs)) continue;
      SharedPiece joined = i < pieces_->size() ? later((*pieces_)[i], theirs) : theirs;
      if (i < pieces_->size() && (*pieces_)[i] == joined) continue;
      Pieces& own = owned();
      if (i >= own.size()) own.resize(other.pieces_->size());
      own[i] = std::move(joined);
      hasNews = true;
    }
    return hasNews;
  }
  bool isSame(const Clock& other) const { return pieces_ == other.pieces_; }
  void drop() { pieces_.reset(); }

 private:
  static constexpr std::size_t pieceSize = 32;
  using Piece = std::array<std::uint32_t, pieceSize>;
  using SharedPiece = std::shared_ptr<const Piece>;  // none: all are 0
  using Pieces = std::vector<SharedPiece>;

  // One of the two, where it is not before the other in any component.
  static SharedPiece later(const SharedPiece& mine, const SharedPiece& theirs) {
    if (!mine) return theirs;
    Piece both;
    for (std::size_t i = 0; i < pieceSize; ++i) both[i] = std::max((*mine)[i], (*theirs)[i]);
    if (both == *mine) return mine;
    if (both == *theirs) return theirs;
    return std::make_shared<const Piece>(both);
  }

  Pieces& owned() {
    if (!pieces_)
      pieces_ = std::make_shared<Pieces>();
    else if (pieces_.use_count() > 1)
      pieces_ = std::make_shared<Pieces>(*pieces_);
    return *pieces_;
  }

  std::shared_ptr<Pieces> pieces_;
};

// Of group-shared and of global memory; the same vector while nothing orders only one of them.
struct Clocks {
  Clock local, global;

  const Clock& of(bool isLocal) const { return isLocal ? local : global; }
  void raise(std::uint32_t actor, std::uint32_t epoch) {
    both([&](Clock& clock) { clock.raise(actor, epoch); });
  }
  // Whether the other ones have had news.
  bool join(const Clocks& other) {
    if (!other.local.isSame(other.global)) return join(other, true, true);
    bool hasNews = false;
    both([&](Clock& clock) { hasNews |= clock.join(other.local); });
    return hasNews;
  }
  bool join(const Clocks& other, bool orderLocal, bool orderGlobal) {
    const bool isLocalNew = orderLocal && local.join(other.local);
    const bool isGlobalNew = orderGlobal && global.join(other.global);
    return isLocalNew || isGlobalNew;
  }
  bool isSame(const Clocks& other) const {
    return local.isSame(other.local) && global.isSame(other.global);
  }

 private:
  template <typename Change>
  void both(Change change) {
    if (!local.isSame(global)) {
      change(local);
      change(global);
      return;
    }
    global.drop();  // so that the other one is not copied
    change(local);
    global = local;
  }
};

}  // namespace barricade
