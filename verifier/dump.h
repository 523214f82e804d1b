// The intermediate forms of a kernel as text, for people who follow it through the pipeline
// (`--print-stage`, docs/verification.md):
//
//   inlined    the kernel with its calls inlined, as IR
//   regions    the region tree: control equivalence, and what is uniform for a pair of threads
//   loops      closed forms and facts of each loop
//   candidates the inferred invariants that hold
//   watched    the events and race conditions of the loop-free execution
//   checks     the same for divergence, assertions and bounds
#pragma once

#include <optional>
#include <span>
#include <string>

#include "encoding/problem.h"

namespace barricade {

// What is wrong with the names that the user asked for ("all" asks for each stage).
std::optional<std::string> unknownStage(const VerifyOptions& options);

std::string regionsText(Problem& problem);
std::string loopsText(Problem& problem);
std::string candidatesText(Problem& problem, std::span<const Candidate> candidates);
// Watched or checks, by the execution's form.
std::string executionText(Problem& problem, const Execution& execution);

// What the options ask for, to standard error: the kernel, and what is made of it in one mode.
void dumpInlined(const Program& program, const Procedure& kernel, const VerifyOptions& options);
void dumpStages(Problem& problem, const Execution& execution, ExecutionOptions::Form form,
                const Precision& precision, std::span<const Candidate> candidates);

}  // namespace barricade
