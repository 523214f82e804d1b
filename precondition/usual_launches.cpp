#include "precondition/usual_launches.h"

#include <algorithm>

namespace barricade {
namespace {

// Of each dimension that is open, and of the parameters: the first has `parameter`, each further
// one `factor` times that.
struct Pattern {
  bool isSmallBlock;
  unsigned blocks;
  unsigned parameter;
  double factor;
};

constexpr Pattern patterns[] = {{false, 1, 1000, 1}, {false, 2, 1024, 1}, {false, 1, 1, 1},
                                {true, 1, 16, 1},    {false, 4, 64, 2},   {false, 4, 4096, 0.5}};
constexpr unsigned threadsOfSmallBlock = 8;
constexpr unsigned threadsOfBlock = 64;

bool isOfBlocks(const Variable* size) {
  return size->launch->kind == LaunchConstant::Kind::GroupSize;
}

void addBlock(LaunchNumbers& launch, const std::vector<const Variable*>& openSizes,
              const std::vector<BlockShape>& shapes, bool isSmall) {
  if (!isSmall && !shapes.empty()) {
    launch.insert(shapes.front().begin(), shapes.front().end());
    return;
  }
  unsigned threads = isSmall ? threadsOfSmallBlock : threadsOfBlock;
  for (const Variable* size : openSizes)
    if (isOfBlocks(size)) launch[size] = std::exchange(threads, 1);
}

BigInt greatestOf(const Variable* parameter) {
  return (BigInt(1) << (parameter->type->width() - 1)) - 1;
}

}  // namespace

std::vector<LaunchNumbers> usualLaunches(const std::vector<const Variable*>& openSizes,
                                         const std::vector<const Variable*>& parameters,
                                         const std::vector<BigInt>& named) {
  const std::vector<BlockShape> shapes = blockShapes(openSizes, named);
  std::vector<LaunchNumbers> launches;
  for (const Pattern& pattern : patterns) {
    LaunchNumbers& launch = launches.emplace_back();
    addBlock(launch, openSizes, shapes, pattern.isSmallBlock);
    for (const Variable* size : openSizes)
      if (!isOfBlocks(size)) launch[size] = pattern.blocks;
    double number = pattern.parameter;
    for (const Variable* parameter : parameters) {
      launch[parameter] =
          std::min(BigInt(static_cast<unsigned>(std::max(number, 1.0))), greatestOf(parameter));
      number *= pattern.factor;
    }
  }
  return launches;
}

}  // namespace barricade
