#include "barricade/last_writer.h"

#include "interpreter/observer.h"

namespace barricade {
namespace {

class LastWriter : public RunObserver {
 public:
  explicit LastWriter(const ArrayElement& element) : element_(element) {}

  void place(const SourceChain& chain) override { places_.push_back(chain); }
  void access(const ObservedStep& step, const ObservedAccess& access) override {
    if (access.kind == AccessKind::Read || access.array != element_.array ||
        access.offset != element_.offset)
      return;
    found_ = step.thread;
    place_ = step.place;
  }
  void branch(const ObservedStep&, bool) override {}

  std::optional<FindingPlace> found(const RunResult& run) const {
    if (!found_) return std::nullopt;
    FindingPlace place;
    place.kind = "write";
    place.location = places_[place_];
    const auto coordinates = [](std::uint64_t number, const std::array<std::uint64_t, 3>& sizes) {
      return std::array{std::to_string(number % sizes[0]),
                        std::to_string(number / sizes[0] % sizes[1]),
                        std::to_string(number / sizes[0] / sizes[1])};
    };
    const std::uint64_t thread = std::uint64_t{found_->warp} * warpSize + found_->lane;
    place.thread =
        ThreadId{coordinates(thread, run.groupSize), coordinates(found_->group, run.numGroups)};
    return place;
  }

  unsigned warpSize = 32;

 private:
  const ArrayElement& element_;
  std::vector<SourceChain> places_;
  std::optional<WarpLane> found_;
  std::uint32_t place_ = 0;
};

}  // namespace

std::optional<FindingPlace> lastWriter(const Program& program, const Procedure& kernel,
                                       const LaunchConfiguration& launch, RunOptions options,
                                       const ArrayElement& element) {
  LastWriter last(element);
  options.observer = &last;
  const RunResult run = barricade::run(program, kernel, launch, options);
  return last.found(run);
}

}  // namespace barricade
