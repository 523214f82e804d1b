#include "barricade/last_writer.h"

#include "interpreter/launch.h"
#include "interpreter/observer.h"

namespace barricade {
namespace {

class LastWriter : public RunObserver {
 public:
  LastWriter(const ArrayElement& element, const Launch& launch)
      : element_(element), launch_(launch) {}

  void place(const SourceChain& chain) override { places_.push_back(chain); }
  void access(const ObservedStep& step, const ObservedAccess& access) override {
    if (access.kind == AccessKind::Read || access.array != element_.array ||
        access.offset != element_.offset)
      return;
    found_ = step.thread;
    place_ = step.place;
  }
  void branch(const ObservedStep&, bool) override {}

  std::optional<FindingPlace> found() const {
    if (!found_) return std::nullopt;
    FindingPlace place;
    place.kind = "write";
    place.location = places_[place_];
    const auto coordinates = [](std::uint64_t number, const std::array<std::uint64_t, 3>& sizes) {
      return std::array{std::to_string(number % sizes[0]),
                        std::to_string(number / sizes[0] % sizes[1]),
                        std::to_string(number / sizes[0] / sizes[1])};
    };
    const std::uint64_t thread = std::uint64_t{found_->warp} * launch_.warpSize + found_->lane;
    place.thread = ThreadId{coordinates(thread, launch_.groupSize),
                            coordinates(found_->group, launch_.numGroups)};
    return place;
  }

 private:
  const ArrayElement& element_;
  const Launch& launch_;
  std::vector<SourceChain> places_;
  std::optional<WarpLane> found_;
  std::uint32_t place_ = 0;
};

}  // namespace

std::optional<FindingPlace> lastWriter(const Program& program, const Procedure& kernel,
                                       const LaunchConfiguration& launch, RunOptions options,
                                       const ArrayElement& element) {
  const Launch complete = completeLaunch(program, kernel, launch, options.seed);
  LastWriter last(element, complete);
  options.observer = &last;
  run(program, kernel, launch, options);
  return last.found();
}

}  // namespace barricade
