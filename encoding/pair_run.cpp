#include "encoding/pair_run.h"

namespace barricade {

PerThread PairRun::running(const PerThread& path) const {
  return {terms.land(path[0], terms.lnot(state.paused[0])),
          terms.land(path[1], terms.lnot(state.paused[1]))};
}

Expr PairRun::nobodyPaused() const {
  return terms.land(terms.lnot(state.paused[0]), terms.lnot(state.paused[1]));
}

Expr PairRun::isEnabled(const Call& barrier) const {
  auto it = options.siteVariables.find(barrier.site);
  return it != options.siteVariables.end() ? it->second : terms.yes();
}

Expr PairRun::watchedOffset(Type index) {
  Expr& watched = record.watched[index];
  if (!watched) watched = terms.fresh("watched", index);
  return watched;
}

void PairRun::report(ErrorCondition error) {
  error.own = error.condition;
  error.condition = terms.land(state.assumption, error.condition);
  if (error.condition->isFalse()) return;
  error.loops = position;
  if (error.kind != FindingKind::Race) error.event = record.events.size();
  if (error.location == noLocation && error.statement) error.location = error.statement->location;
  record.errors.push_back(std::move(error));
}

void PairRun::goWithoutEnded(Expr alone) {
  Expr& any = record.goesWithoutEnded;
  any = terms.lor(any, terms.land(state.assumption, nobodyPaused(), alone));
}

}  // namespace barricade
