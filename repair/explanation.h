// The words for clauses: which race a barrier prevents, and why a site cannot hold one.
#pragma once

#include <string>
#include <vector>

#include "finding/result.h"
#include "instrument/instrument.h"
#include "repair/clause.h"

namespace barricade {

// "race between the write at k.cu:10:5 and the read at k.cu:12:9 on tile"
std::string raceWitness(Problem& problem, const Execution& execution, const ErrorCondition& error,
                        SolverSession& model);

// Why some threads may not reach `barrier`: "some threads only pass the branch at k.cu:9:7".
std::string divergenceReason(const Kernel& kernel, const Statement& barrier);

// The first race among the findings, in words; empty when there is none.
std::string raceIn(const VerificationResult& result);

// "block barrier before the loop at k.cu:9:3"
std::string describe(const Site& site);

// "block barrier before k.cu:9:3 (or in 2 other places)"; there is one at least.
std::string describePlaces(const std::vector<Site>& sites);

// The clause and its witness on one line, for --log-clauses.
std::string describe(const RepairClause& clause, const std::vector<Site>& sites);

// The races that no placement prevents together, and for each site that would separate the accesses
// of one why it does not help. `all` are the clauses known.
std::vector<std::string> explainContradiction(std::vector<const RepairClause*> contradiction,
                                              const std::vector<Site>& sites,
                                              const std::vector<RepairClause>& all);

}  // namespace barricade
