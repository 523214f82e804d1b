#include "precondition/block_shapes.h"

#include <algorithm>

namespace barricade {
namespace {

constexpr unsigned mostThreads = 1024;  // of a block
constexpr unsigned fewestThreads = 32;
constexpr std::size_t maximalShapes = 4;

using Shape = std::vector<BigInt>;  // by open dimension

void add(std::vector<Shape>& shapes, Shape shape) {
  BigInt threads = 1;
  for (const BigInt& size : shape) threads *= size;
  if (threads < fewestThreads || threads > mostThreads || shapes.size() == maximalShapes) return;
  if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(std::move(shape));
}

bool isPowerOfTwo(const BigInt& size) {
  return (size & (size - 1)) == 0;
}

std::vector<Shape> shapesOf(std::size_t dimensions, std::vector<BigInt> named) {
  std::vector<Shape> shapes;
  std::erase_if(named, [](const BigInt& size) { return !isPowerOfTwo(size); });
  if (dimensions == 1) {
    for (const BigInt& size : named) add(shapes, {size});
    for (const unsigned usual : {256, 128}) add(shapes, {usual});
  } else if (dimensions == 2) {
    for (const BigInt& width : named) {
      add(shapes, {width, width});
      for (const BigInt& height : named)
        if (height < width) add(shapes, {width, height});
    }
    add(shapes, {16, 16});
    add(shapes, {32, 8});
  } else {
    for (const BigInt& side : named) add(shapes, {side, side, side});
    add(shapes, {8, 8, 8});
    add(shapes, {32, 4, 2});
  }
  return shapes;
}

}  // namespace

std::vector<BlockShape> blockShapes(const std::vector<const Variable*>& openSizes,
                                    const std::vector<BigInt>& named) {
  std::vector<const Variable*> open;
  std::ranges::copy_if(openSizes, std::back_inserter(open), [](const Variable* size) {
    return size->launch->kind == LaunchConstant::Kind::GroupSize;
  });
  std::vector<BlockShape> all;
  if (open.empty()) return all;
  for (const Shape& shape : shapesOf(open.size(), named)) {
    BlockShape& sizes = all.emplace_back();
    for (std::size_t i = 0; i < open.size(); ++i) sizes.emplace_back(open[i], shape[i]);
  }
  return all;
}

}  // namespace barricade
