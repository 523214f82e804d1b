#include "encoding/memory.h"

#include <algorithm>

namespace barricade {

Memory::Memory(PairRun& run) : run_(run), pool_(run.terms) {
  for (std::size_t a = 0; a < run_.kernel.arrays().size(); ++a) {
    const Variable* variable = run_.kernel.arrays()[a].array->variable;
    const Contents first = pool_.unknown(variable);
    run_.state.contents[0].push_back(first);
    run_.state.contents[1].push_back(isShared(a) ? first : pool_.unknown(variable));
  }
}

bool Memory::isShared(std::size_t array) const {
  switch (run_.kernel.arrays()[array].array->space) {
    case AddressSpace::Global:
    case AddressSpace::Constant: return true;
    case AddressSpace::GroupShared: return run_.pair.mode != Mode::Inter;
    case AddressSpace::Private: return run_.pair.mode == Mode::Single;
  }
  return false;
}

bool Memory::seesValues(std::size_t array) const {
  return run_.options.precise[array] && !run_.kernel.arrays()[array].atomic &&
         run_.options.benignTolerance && run_.isRaces();
}

Expr Memory::read(const Variable* variable, Expr index, unsigned thread) {
  if (auto it = run_.subject.readOnlyFunctions.find(variable);
      it != run_.subject.readOnlyFunctions.end()) {
    const Expr value = run_.terms.pool().apply(it->second, {index});
    const VerifyOptions& options = run_.subject.options;
    auto isTaken = [&](const std::vector<const Variable*>& assumed, std::string_view stated) {
      return std::ranges::count(assumed, variable) > 0 ||
             hasAttribute(variable->attributes, stated);
    };
    if (isTaken(options.ordered, "ordered"))
      run_.rowOrder.add(variable, RowOrder::Relation::Ordered, index, value);
    if (isTaken(options.distinct, "distinct"))
      run_.rowOrder.add(variable, RowOrder::Relation::Distinct, index, value);
    if (std::ranges::count(options.naturals, variable) > 0)
      run_.assume(run_.terms.lessEqual(run_.terms.number(0, value->type()), value, true));
    for (const ExcludedValue& excluded : options.excluded)
      if (excluded.array == variable)
        run_.assume(run_.terms.lnot(
            run_.terms.equal(value, run_.terms.number(excluded.value, value->type()))));
    return value;
  }
  const std::size_t a = run_.kernel.arrayIndex(variable);
  const KernelArray& array = run_.kernel.arrays()[a];
  if (array.array->space == AddressSpace::Private || array.readOnly() || run_.options.precise[a])
    return pool_.read(run_.state.contents[thread][a], index);
  return run_.terms.fresh(variable->name, variable->type->range());
}

PerThread Memory::contentsAt(std::size_t array, const PerThread& index) {
  PerThread values{};
  for (unsigned t = 0; t < run_.threads(); ++t)
    values[t] = pool_.read(run_.state.contents[t][array], index[t]);
  return values;
}

void Memory::store(std::size_t array, const PerThread& running, const PerThread& index,
                   const PerThread& value) {
  const Variable* variable = run_.kernel.arrays()[array].array->variable;
  if (!run_.options.precise[array] && variable->array->space != AddressSpace::Private) return;
  // Other threads of the warp store here as well, whether this pair does or not.
  if (run_.options.warpSync > 0 && variable->array->canRace()) havoc(array, run_.terms.yes());
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr stored = value[t] ? value[t] : run_.terms.fresh("stored", variable->type->range());
    auto& contents = run_.state.contents;
    contents[t][array] = pool_.write(contents[t][array], running[t], index[t], stored);
    if (isShared(array)) contents[1 - t][array] = contents[t][array];
  }
  constexpr std::size_t most = 8;  // each is looked at where threads meet
  std::vector<StoredElement>& elements = run_.state.stored;
  const bool onlyBlocks = run_.subject.options.onlyIntraGroup;
  if (run_.options.keepsOwn && elements.size() < most && variable->array->canRace() &&
      (variable->array->space == AddressSpace::GroupShared || !onlyBlocks))
    elements.push_back({array, running, index});
}

void Memory::copy(std::size_t target, Expr source, const PerThread& running) {
  const bool always = running[0]->isTrue() && running[run_.threads() - 1]->isTrue();
  const bool known = source->op() == Op::Variable && run_.options.precise[target] &&
                     run_.options.precise[run_.kernel.arrayIndex(source->variable())];
  if (!always || !known) {
    havoc(target, run_.terms.yes());
    return;
  }
  forgetStored(target);
  const std::size_t from = run_.kernel.arrayIndex(source->variable());
  auto& contents = run_.state.contents;
  for (unsigned t = 0; t < 2; ++t) contents[t][target] = contents[isShared(target) ? 0 : t][from];
}

void Memory::meet(std::size_t array, const PerThread& condition) {
  Terms& terms = run_.terms;
  std::vector<StoredElement> stored = run_.state.stored;
  std::erase_if(stored, [&](const StoredElement& element) { return element.array != array; });
  std::array<Contents, 2> before{};
  for (unsigned t = 0; t < 2; ++t) before[t] = run_.state.contents[t][array];
  havoc(array, condition);
  for (StoredElement& element : stored) {
    for (unsigned t = 0; t < run_.threads(); ++t) {
      const Expr now = pool_.read(run_.state.contents[t][array], element.index[t]);
      const Expr left = pool_.read(before[t], element.index[t]);
      run_.assume(terms.implies(element.running[t], terms.equal(now, left)));
      element.running[t] = terms.land(element.running[t], terms.lnot(condition[t]));
    }
    if (!element.running[0]->isFalse() || !element.running[run_.threads() - 1]->isFalse())
      run_.state.stored.push_back(element);
  }
}

void Memory::forgetStored(std::size_t array) {
  std::erase_if(run_.state.stored,
                [&](const StoredElement& element) { return element.array == array; });
}

void Memory::havoc(std::size_t array, const PerThread& condition) {
  forgetStored(array);
  const Variable* variable = run_.kernel.arrays()[array].array->variable;
  auto& contents = run_.state.contents;
  contents[0][array] = pool_.havoc(contents[0][array], condition[0], variable);
  contents[1][array] = isShared(array) ? contents[0][array]
                                       : pool_.havoc(contents[1][array], condition[1], variable);
}

void Memory::fill(std::size_t array, unsigned thread, Expr condition, Contents entry,
                  Filling filling) {
  auto& contents = run_.state.contents;
  contents[thread][array] =
      pool_.fill(contents[thread][array], condition, entry, std::move(filling));
  if (isShared(array)) contents[1 - thread][array] = contents[thread][array];
}

const Function* Memory::freshContents(std::size_t array) {
  return pool_.freshContents(run_.kernel.arrays()[array].array->variable);
}

void Memory::forget(std::size_t array, const PerThread& running) {
  if (isShared(array))
    havoc(array, run_.terms.lor(running[0], running[run_.threads() - 1]));
  else
    havoc(array, running);
}

void Memory::reveal(const Statement& statement, const PerThread& running) {
  for (std::size_t a = 0; a < run_.kernel.arrays().size(); ++a) {
    const KernelArray& array = run_.kernel.arrays()[a];
    if (run_.options.precise[a] && !array.readOnly() && array.array->canRace() &&
        run_.subject.intervals.mayChangeAt(array.array->variable, statement))
      forget(a, running);
  }
}

}  // namespace barricade
