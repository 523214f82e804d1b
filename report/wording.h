// How findings and repairs are put into words. All reports use these sentences, so that what a
// person reads in the terminal is found again in SARIF and HTML.
#pragma once

#include <string>
#include <vector>

#include "finding/result.h"
#include "repair/result.h"

namespace barricade {

// "a, b and c".
std::string enumerate(const std::vector<std::string>& parts);
std::string enumerate(const std::vector<const Array*>& arrays);  // by their names in the source
// "(3,0,0)".
std::string coordinates(const std::array<std::string, 3>& id);
// "thread (3,0,0) of block (1,0,0)".
std::string describe(const ThreadId& thread);

// The finding in one line, without location: "possible read-write race on v[5] between blocks".
std::string headline(const Finding& finding);
// What the place has to do with it: "read by thread (3,0,0) of block (1,0,0)",
// "thread (1,0,0) of block (0,0,0) does not reach this barrier"; `index` counts the places of the
// finding from 0. Empty when there is nothing to say beyond the location.
std::string describePlace(const Finding& finding, std::size_t index);
// "in iteration 2 of this loop, counted from 0".
std::string describeIteration(const FindingPlace& place, const LoopIteration& iteration);
// "with n = 64 and k = 2, in any launch with these threads; the value of m does not matter"; empty
// without values.
std::string describeValues(const Finding& finding);
// "confirmed by running the kernel", "possible: not seen in 12 runs; ...".
std::string describeConfirmation(const Finding& finding);

// One line for each edit: "add a block barrier before kernel.cu:11 (inside the loop at line 9)";
// with the column where several would read the same.
std::vector<std::string> describe(const std::vector<RepairEdit>& edits);
// "keep the block barrier at kernel.cu:8".
std::string describe(const KeptBarrier& kept);
// "repaired with 2 edits: cost 0 -> 20, proven minimal".
std::string headline(const RepairResult& result);

// "3 lines changed".
std::string linesInWords(unsigned lines);
// "barriers cost 10, other edits 5, 2 barriers on the hottest path".
std::string figuresOf(const AlternativeRepair& repair);

// "race-free exactly when blockDim.x <= 16".
std::string headline(const Condition& condition);
// What is demanded of the contents of an array that says where rows begin.
std::string inOrder(const std::string& array);
// What is demanded of contents that are taken for places in other arrays: of all elements, and of
// what operations that add to them give.
std::string areDistinct(const std::string& array);
std::string isHandedOutOnce(const std::string& counters);
// That elements of another array which begin at its elements are each in one such range.
std::string beginRanges(const std::string& array);
// That no element, of so many bits, is negative as a number with a sign: what it is then,
// "0 <= key[i] <= 2147483647", whether its type has a sign or not.
std::string isNatural(const std::string& array, unsigned width);
// That what is added to an element comes to no more.
std::string isWithin(const std::string& counters, const BigInt& most);
// That no element is a value: "key[i] != -1".
std::string isNever(const std::string& array, const BigInt& value);

// "equal to 'f' in 24 runs of up to 96 elements (bounded, not proven)".
std::string describe(const Equivalence& equivalence);

// "blockDim.x = 17 and n = 4"; not empty.
std::string describeValues(const LaunchValues& values);

// Shortest decimal form: "10", "0.5".
std::string formatNumber(double number);

}  // namespace barricade
