// What people demand of sizes and parameters: bounds by numbers that the kernel itself names (the
// side of a tile, a mask) or that are sizes of its blocks, multiples of these, sizes of 1, a pitch
// that is no less than a width, a parameter that is no less than the threads of a dimension. Each
// has a cost; less is a weaker, or a more usual, demand.
#pragma once

#include <vector>

#include "precondition/formula.h"
#include "precondition/vocabulary.h"
#include "precondition/wrong.h"

namespace barricade {

struct CandidateAtom {
  Atom atom;
  int cost = 0;
};

// `sizes` are those that a condition may speak of, `fixed` those of blocks that are numbers; the
// columns become part of the vocabulary. With `ofRaces` all that goes wrong are races: lower bounds
// of parameters that no index hangs on only say how often loops run, and are dear.
std::vector<CandidateAtom> candidateAtoms(const Procedure& kernel,
                                          const std::vector<const Variable*>& sizes,
                                          const std::vector<BigInt>& fixed, Vocabulary& vocabulary,
                                          bool ofRaces);

// The numbers that the kernel calculates with and may mean as sizes, the greatest first: with
// `fixed` ones, the powers of two that masks and shifts stand for, and quotients, as where tiles of
// 32 fill rows of 128.
std::vector<BigInt> namedSizes(const Procedure& kernel, const std::vector<BigInt>& fixed);

// Whether it holds for `numbers` and some values of what these leave open.
bool mayHold(const Atom& atom, const LaunchNumbers& numbers, const Vocabulary& vocabulary);

}  // namespace barricade
