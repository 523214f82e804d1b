// Vector clocks over actors: threads, and the copies that they start. A component says up to which
// epoch of an actor everything has happened before. Copies share their components until one is
// changed, so that threads which have met at a barrier hold one vector.
//
// After C. Flanagan, S. N. Freund: FastTrack: Efficient and Precise Dynamic Race Detection, 2009;
// two clocks a thread, as OpenCL orders local and global memory apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace barricade {

class Clock {
 public:
  std::uint32_t at(std::uint32_t actor) const {
    return epochs_ && actor < epochs_->size() ? (*epochs_)[actor] : 0;
  }
  void raise(std::uint32_t actor, std::uint32_t epoch) {
    if (at(actor) >= epoch) return;
    Epochs& own = owned();
    if (actor >= own.size()) own.resize(actor + 1);
    own[actor] = epoch;
  }
  void join(const Clock& other) {
    if (!other.epochs_ || epochs_ == other.epochs_) return;
    if (!epochs_) {
      epochs_ = other.epochs_;
      return;
    }
    const Epochs& theirs = *other.epochs_;
    const std::size_t common = std::min(theirs.size(), epochs_->size());
    bool news = theirs.size() > epochs_->size();
    for (std::size_t i = 0; i < common && !news; ++i) news = theirs[i] > (*epochs_)[i];
    if (!news) return;
    Epochs& own = owned();
    if (own.size() < theirs.size()) own.resize(theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) own[i] = std::max(own[i], theirs[i]);
  }
  bool isSame(const Clock& other) const { return epochs_ == other.epochs_; }
  void drop() { epochs_.reset(); }

 private:
  using Epochs = std::vector<std::uint32_t>;
  Epochs& owned() {
    if (!epochs_)
      epochs_ = std::make_shared<Epochs>();
    else if (epochs_.use_count() > 1)
      epochs_ = std::make_shared<Epochs>(*epochs_);
    return *epochs_;
  }
  std::shared_ptr<Epochs> epochs_;
};

// Of group-shared and of global memory; the same vector while nothing orders only one of them.
struct Clocks {
  Clock local, global;

  const Clock& of(bool isLocal) const { return isLocal ? local : global; }
  void raise(std::uint32_t actor, std::uint32_t epoch) {
    both([&](Clock& clock) { clock.raise(actor, epoch); });
  }
  void join(const Clocks& other) {
    if (other.local.isSame(other.global))
      both([&](Clock& clock) { clock.join(other.local); });
    else
      join(other, true, true);
  }
  void join(const Clocks& other, bool orderLocal, bool orderGlobal) {
    if (orderLocal) local.join(other.local);
    if (orderGlobal) global.join(other.global);
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
