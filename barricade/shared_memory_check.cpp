#include "barricade/shared_memory_check.h"

#include <algorithm>

#include "analysis/kernel.h"
#include "ir/uses.h"

namespace barricade {
namespace {

std::optional<BigInt> numberOf(const Procedure& kernel, std::string_view name) {
  const Attribute* attribute = findAttribute(kernel.attributes, name);
  if (!attribute) return std::nullopt;
  return std::get<Expr>(attribute->args.front())->value();
}

// `extern __shared__ x[]`, or a part of it.
bool isDynamic(const Array& array) {
  return hasAttribute(array.variable->attributes, "dynamic") ||
         (!array.sourceDimensions.empty() && array.sourceDimensions.front() == BigInt(0));
}

bool isShared(const Array& array) {
  return array.space == AddressSpace::GroupShared;
}

// The shared arrays that the kernel uses.
std::vector<const Array*> usedBy(Program& program, Procedure& kernel) {
  const Kernel facts(program, kernel, {});
  std::vector<const Array*> used;
  for (const KernelArray& array : facts.arrays())
    if (isShared(*array.array) && (array.read || array.written || array.atomic || array.async))
      used.push_back(array.array);
  return used;
}

// The first statement that mentions shared memory.
SourceChain placeOf(const Program& program, const Procedure& kernel) {
  const auto isSharedArray = [](const Variable* variable) {
    return variable->array && isShared(*variable->array);
  };
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      bool found = false;
      forEachAssigned(statement, [&](const Variable* v) { found |= isSharedArray(v); });
      forEachExpression(statement, [&](Expr e) {
        found |= anyNode(e, [&](Expr part) {
          return part->op() == Op::Variable && isSharedArray(part->variable());
        });
      });
      if (found) return program.sources.chain(statement.location);
    }
  return {};
}

BigInt bytesOf(const Array& array) {
  return extentOf(array).value_or(0) * array.elementWidth / 8;
}

BigInt bytesOf(const std::vector<const Array*>& arrays) {
  BigInt bytes = 0;
  for (const Array* array : arrays) bytes += bytesOf(*array);
  return bytes;
}

// What is wrong, or nothing.
std::string problemOf(const std::vector<const Array*>& arrays, const std::optional<BigInt>& dynamic,
                      const std::optional<BigInt>& limit) {
  const auto missing =
      std::ranges::find_if(arrays, [](const Array* array) { return isDynamic(*array); });
  if (missing != arrays.end() && dynamic == BigInt(0))
    return "the launch gives no dynamic shared memory, where " + (*missing)->sourceName + " lies";
  std::vector<const Array*> own = arrays;
  std::erase_if(own, [](const Array* array) { return isDynamic(*array); });
  const BigInt fixed = bytesOf(own), total = fixed + dynamic.value_or(0);
  if (!limit || total <= *limit) return {};
  return "the launch takes " + total.str() + " bytes of shared memory" +
         (dynamic && *dynamic > 0 && fixed > 0
              ? " (" + fixed.str() + " static, " + dynamic->str() + " dynamic)"
              : "") +
         ", and a block has " + limit->str();
}

}  // namespace

void checkSharedMemory(Program& program, Procedure& kernel, std::optional<std::uint64_t> limit,
                       VerificationResult& result,
                       const std::function<void(const Finding&)>& found) {
  if (result.verdict == Verdict::Rejected) return;
  const std::optional<BigInt> dynamic = numberOf(kernel, "dynamic_shared_memory");
  const std::optional<BigInt> most =
      limit ? std::optional<BigInt>(*limit) : numberOf(kernel, "shared_memory_limit");
  std::vector<const Array*> shared;
  for (const Array* array : program.arrays())
    if (isShared(*array)) shared.push_back(array);
  // Other kernels of the program may use some of them.
  if (problemOf(shared, dynamic, most).empty()) return;
  Finding finding;
  finding.message = problemOf(usedBy(program, kernel), dynamic, most);
  if (finding.message.empty()) return;
  finding.kind = FindingKind::SharedMemory;
  finding.confirmation = Confirmation::bySizes();
  FindingPlace place;
  place.kind = "access";
  place.location = placeOf(program, kernel);
  finding.places.push_back(std::move(place));
  if (found) found(finding);
  result.findings.push_back(std::move(finding));
  result.verdict = Verdict::Refuted;
}

}  // namespace barricade
