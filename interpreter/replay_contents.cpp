#include "interpreter/replay_contents.h"

#include <algorithm>

#include "ir/index_arrays.h"
#include "ir/row_offsets.h"

namespace barricade {
namespace {

// Whether the program says something of what the array holds (docs/ir.md, "Arrays").
bool isStated(const Variable* array) {
  return hasAttribute(array->attributes, "distinct") || hasAttribute(array->attributes, "ordered");
}

}  // namespace

ReplayContents::ReplayContents(const Program& program, const Procedure& kernel,
                               const Witness& witness)
    : program_(program),
      witness_(witness),
      offsets_(rowOffsets(program, kernel)),
      places_(indexArrays(kernel)),
      counts_(countArrays(kernel)) {
  std::erase_if(offsets_, [](const Array* array) { return isStated(array->variable); });
  std::erase_if(places_, isStated);
  std::erase_if(counts_, isStated);
}

void ReplayContents::fill(LaunchConfiguration& launch, const ArrayContents& filling) const {
  // Each array has arbitrary contents of its own: in a copy of one to another, equal contents would
  // make every write one of the value that is there already.
  launch.otherContents = filling;
  std::uint64_t number = 0;
  for (const Array* array : program_.arrays()) {
    ArrayContents& contents = launch.contents[array->variable] = filling;
    contents.seed = mixBits(filling.seed, number++);
  }
  if (filling.fill != ArrayContents::Fill::Iota)
    for (const auto& [array, value] : free_)
      launch.contents[array] = ArrayContents::among({value}, 0);
  for (const auto* zero : {&witness_.zeroed, &witness_.likelyZero})
    for (const Variable* array : *zero) launch.contents[array] = ArrayContents::zeros();
  for (const auto& [array, elements] : witness_.contents) {
    ArrayContents& contents = launch.contents.try_emplace(array, filling).first->second;
    for (const auto& [index, value] : elements) {
      if (index >= 0 && index <= BigInt(~0ull))
        contents.elements[static_cast<std::uint64_t>(index)] = value;
    }
  }
  takeStated(launch, filling.seed);
}

// What the program says of given contents holds in each run.
void ReplayContents::takeStated(LaunchConfiguration& launch, std::uint64_t seed) const {
  for (const Array* array : program_.arrays()) {
    const Variable* variable = array->variable;
    if (isStated(variable))
      launch.contents[variable] = hasAttribute(variable->attributes, "distinct")
                                      ? ArrayContents::iota()
                                      : ArrayContents::offsets(seed);
  }
}

// Floats are large numbers where they are taken for those of elements.
void ReplayContents::takeCounts(LaunchConfiguration& launch) const {
  constexpr unsigned few = 4;
  for (const auto* arrays : {&places_, &counts_})
    for (const Variable* array : *arrays) {
      ArrayContents& contents = launch.contents[array];
      if (contents.fill != ArrayContents::Fill::Floats &&
          contents.fill != ArrayContents::Fill::Random)
        continue;
      contents.fill = ArrayContents::Fill::Random;
      contents.modulus = few;
    }
}

// Arrays that are likely 0 at first may hold other values when what goes wrong happens.
void ReplayContents::fillWithAnything(LaunchConfiguration& launch, std::uint64_t seed) const {
  fill(launch, ArrayContents::random(seed));
  for (const Variable* array : witness_.likelyZero)
    launch.contents[array] = ArrayContents::random(++seed);
}

bool ReplayContents::areLikely(const LaunchConfiguration& launch) const {
  return std::ranges::all_of(witness_.likelyZero, [&](const Variable* array) {
    const auto it = launch.contents.find(array);
    return it != launch.contents.end() && it->second == ArrayContents::zeros();
  });
}

// Few places, so that threads meet, and anything elsewhere, as what is compared is seldom small.
void ReplayContents::takePlaces(LaunchConfiguration& launch, std::uint64_t seed) const {
  constexpr unsigned few = 6;
  fillWithAnything(launch, seed);
  for (const Variable* array : places_) launch.contents[array] = ArrayContents::random(seed++, few);
  takeOffsets(launch, seed);
}

void ReplayContents::takeOffsets(LaunchConfiguration& launch, std::uint64_t seed) const {
  for (const Array* array : offsets_)
    launch.contents[array->variable] = ArrayContents::offsets(seed);
}

}  // namespace barricade
