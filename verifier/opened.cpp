#include "verifier/opened.h"

#include "analysis/struct_parts.h"

namespace barricade {
namespace {

// The first thread of its block; where there is an element, the one of that number.
Expr isOpener(const SignalPairs& pairs, unsigned side, Expr element) {
  Terms& terms = pairs.terms();
  const auto& ids = pairs.pair().localId[side];
  Expr is = terms.yes();
  for (unsigned d = 0; d < 3; ++d) {
    const Type id = ids[d]->type();
    const Expr wanted =
        element && d == 0 ? terms.extract(element, id->width(), 0) : terms.number(0, id);
    is = terms.land(is, terms.equal(ids[d], wanted));
  }
  return is;
}

// Whether the block has a thread of that number.
Expr isThread(const SignalPairs& pairs, Expr element) {
  Terms& terms = pairs.terms();
  const Expr size = pairs.subject().launch.groupSize[0];
  return terms.less(element, terms.zeroExtend(size, element->type()->width()), false);
}

// By the first thread of the block, or by the one whose id is the number of `elements` of the array
// that come before, as in structs; 0: the first.
bool isOpenedBy(const AllSignalPairs& all, const SignalArray& array, std::size_t a,
                unsigned elements) {
  const SignalPairs* intra = all.of(Mode::Intra);  // else the block has one thread
  const SignalPairs& pairs = intra ? *intra : all.any();
  Terms& terms = pairs.terms();
  const Type id = pairs.pair().localId[0][0]->type();
  if (!id->isBitVector()) return false;
  auto ownerOf = [&](Expr element) -> Expr {
    if (elements <= 1) return elements == 1 ? element : nullptr;
    const Expr by = terms.number(elements, element->type());
    return terms.rebuild(terms.pool().make(Op::BvUDiv, element, by), {element, by});
  };
  Expr unopened = terms.no();
  for (const SignalEvent& use : pairs.signals()) {
    if (use.kind != SignalEvent::Kind::Atomic || !isOwn(use) || use.array != a ||
        isOpening(array, use))
      continue;
    const Type index = use.offset[0]->type();
    if (!index->isBitVector() || index->width() < id->width()) return false;
    Expr found = terms.no();
    for (unsigned side = 0; side < (intra ? 2U : 1U); ++side) {
      Expr opened = terms.no();
      for (const SignalEvent& store : pairs.signals())
        if (isOwn(store) && store.array == a && isOpening(array, store))
          opened = terms.lor(opened, terms.land(store.running[side],
                                                terms.equal(store.offset[side], use.offset[0])));
      const Expr opener = isOpener(pairs, side, ownerOf(use.offset[0]));
      found = terms.lor(found, terms.land(opener, terms.lnot(opened)));
    }
    if (elements > 0) found = terms.lor(found, terms.lnot(isThread(pairs, ownerOf(use.offset[0]))));
    unopened = terms.lor(unopened, terms.land(use.assumption, use.running[0], found));
  }
  return pairs.isImpossible("shared memory that is set to 0", unopened);
}

}  // namespace

bool isOpening(const SignalArray& array, const SignalEvent& event) {
  return event.statement &&
         std::any_of(array.openings.begin(), array.openings.end(), [&](const Statement* opening) {
           return isSameStatement(*opening, *event.statement);
         });
}

bool isOpened(const AllSignalPairs& pairs, const SignalArray& array, std::size_t a) {
  const auto& signals = pairs.any().signals();
  const bool opens = std::any_of(signals.begin(), signals.end(), [&](const SignalEvent& event) {
    return isOwn(event) && event.array == a && isOpening(array, event);
  });
  if (!opens) return false;
  const unsigned parts = partsOf(*pairs.any().subject().kernel.arrays()[a].array);
  return isOpenedBy(pairs, array, a, 0) || isOpenedBy(pairs, array, a, 1) ||
         (parts > 1 && isOpenedBy(pairs, array, a, parts));
}

}  // namespace barricade
