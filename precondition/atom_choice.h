// The cheapest conjunction of candidate atoms that excludes what is known to go wrong: an implicit
// hitting set, as for barriers (repair/placement.h). Each launch that goes wrong demands an atom
// that is false in it. Of a region, launches are taken from what a choice has left of it, until a
// choice leaves nothing.
#pragma once

#include <optional>
#include <vector>

#include "precondition/candidate_atoms.h"
#include "solver/maxsat/maxsat.h"

namespace barricade {

class AtomChoice {
 public:
  // `context` is what is known of the columns.
  AtomChoice(std::vector<CandidateAtom> candidates, const Vocabulary& vocabulary,
             const isl::BasicSet& context);

  // Every choice demands these atoms, too.
  void always(const std::vector<Atom>& atoms);
  // Null: no atoms exclude them all.
  std::optional<Formula> cheapest(const isl::BasicSet& context);
  void exclude(const Wrong& wrong);
  // The last choice asks for too little, in a way of which there is no counterexample.
  void demandMore();
  // The last choice asks for too much: no choice may contain all of its atoms.
  void demandLess();

 private:
  void forbidContradictions(const isl::BasicSet& context);
  std::optional<Formula> cheapestOfDemands();
  bool exclude(const LaunchNumbers& launch);
  bool excludeRest(const isl::Set& region, const Formula& formula, const isl::BasicSet& context);

  std::vector<CandidateAtom> candidates_;
  const Vocabulary& vocabulary_;
  sat::WeightedCnf problem_;
  sat::Model last_;
  std::vector<isl::Set> regions_;
};

}  // namespace barricade
