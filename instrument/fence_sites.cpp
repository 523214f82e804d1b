#include "instrument/fence_sites.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "instrument/candidates.h"
#include "ir/loop_location.h"

namespace barricade {
namespace {

constexpr std::string_view mark = "fence_site";  // of a changed statement, with the site's name

bool isOpenCl(const Program& program) {
  return program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
}

std::string nameOfFence(const Program& program, Scope scope) {
  if (isOpenCl(program)) return scope == Scope::Block ? "mem_fence" : "atomic_work_item_fence";
  return scope == Scope::Block ? "__threadfence_block" : "__threadfence";
}

bool isFence(const Call& call) {
  return call.callee->synchronization && call.callee->isFence();
}

// A release and an acquire for all memory, where it stands.
bool fencesAll(const Call& fence) {
  const MemoryOrder order = fence.callee->synchronization->order;
  return acquires(order) && releases(order) &&
         std::all_of(fence.args.begin(), fence.args.end(),
                     [](Expr flag) { return flag->isLiteral() && flag->value() != 0; });
}

// Of all memory, in both directions.
bool isWholeFence(const Procedure& procedure, Scope scope) {
  return procedure.synchronization &&
         procedure.synchronization->primitive == SyncPrimitive::Fence &&
         procedure.synchronization->order == MemoryOrder::SequentiallyConsistent &&
         procedure.synchronization->scope == scope && procedure.parameters.empty();
}

Procedure* fenceProcedure(Program& program, Scope scope) {
  std::set<std::string> names;
  for (Procedure* procedure : program.procedures()) {
    if (isWholeFence(*procedure, scope)) return procedure;
    names.insert(procedure->name);
  }
  Procedure* declared = program.addProcedure();
  declared->sourceName = nameOfFence(program, scope);
  declared->name = "$bugle_" + declared->sourceName;
  while (names.contains(declared->name)) declared->name += "_";
  declared->role = Procedure::Role::Synchronization;
  Synchronization fence;
  fence.primitive = SyncPrimitive::Fence;
  fence.scope = scope;
  fence.order = MemoryOrder::SequentiallyConsistent;
  for (const SyncRow& row : synchronizationTable())
    if (row.primitive == SyncPrimitive::Fence) fence.row = &row;
  declared->synchronization = fence;
  declared->attributes = {{"source_name", {declared->sourceName}},
                          {"fence", {}},
                          {"scope", {std::string(toString(scope))}}};
  return declared;
}

// One place of the source, with all its inlined copies.
struct Place {
  const CandidateSite* first = nullptr;
  std::vector<const CandidateSite*> copies;
};

class FenceAdder {
 public:
  FenceAdder(Program& program, Procedure& kernel, const OrderingAtomics& atomics,
             const FenceOptions& options)
      : program_(program),
        kernel_(kernel),
        atomics_(atomics),
        options_(options),
        flow_(kernel),
        accesses_(kernel),
        regions_(kernel, flow_, [&](const Statement& s) { return accesses_.separates(s); }) {
    Analysis analysis{program_, kernel_, flow_, accesses_, regions_, {}, false};
    for (const Loop& loop : flow_.loops())
      analysis.shapes.push_back(shapeOf(program_, kernel_, flow_, loop));
    candidates_ = findCandidates(analysis);
    std::erase_if(candidates_, [](const CandidateSite& candidate) {
      return candidate.kind == SiteKind::Existing || candidate.kind == SiteKind::BesideExisting;
    });
    for (const auto& [statement, atomic] : atomics) findPoints(*statement, atomic);
  }

  std::vector<FenceSite> run() {
    widen();
    for (const Place& place : places()) addFence(place);
    insert();
    return std::move(sites_);
  }

 private:
  //--- Where a fence is of use --------------------------------------------------------------

  void findPoints(const Statement& atomic, const OrderingAtomic& use) {
    for (unsigned b : flow_.order()) {
      const auto& statements = kernel_.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        if (&statements[i] != &atomic) continue;
        if (use.releases) findBefore(b, i);
        std::set<unsigned> visited;
        if (use.acquires) findAfter(b, i + 1, visited);
      }
    }
  }

  // The point of the access itself; that of a call around it lies at the same place.
  void findBefore(unsigned block, std::size_t index) {
    const CandidateSite* nearest = nullptr;
    for (const CandidateSite& candidate : candidates_)
      if (candidate.kind == SiteKind::Before && candidate.point.block == block &&
          candidate.point.index <= index &&
          (!nearest || candidate.point.index >= nearest->point.index))
        nearest = &candidate;
    if (nearest) points_.push_back(nearest);
  }

  // The points on all paths up to the next access.
  void findAfter(unsigned block, std::size_t index, std::set<unsigned>& visited) {
    const auto& statements = kernel_.blocks[block]->statements;
    std::size_t end = index;
    while (end < statements.size() && !accesses_.separates(statements[end])) ++end;
    for (const CandidateSite& candidate : candidates_)
      if (candidate.point.block == block && candidate.point.index >= index &&
          candidate.point.index <= end)
        points_.push_back(&candidate);
    if (end < statements.size()) return;
    for (unsigned next : flow_.successors(block))
      if (visited.insert(next).second) findAfter(next, 0, visited);
  }

  double runsOf(const CandidateSite& candidate) const {
    if (options_.measuredWeight && isKnown(candidate.location))
      if (const auto measured = options_.measuredWeight(candidate.location.front()))
        return *measured;
    return std::pow(options_.loopWeight, flow_.loopDepth(candidate.point.block));
  }

  unsigned segmentOf(const CandidateSite& candidate) const {
    return regions_.segment(candidate.point.block, candidate.point.index);
  }

  // Of interchangeable points the best, where no fence stands; each with its copies.
  std::vector<Place> places() {
    auto preference = [&](const CandidateSite* candidate) {
      return std::tuple(runsOf(*candidate), candidate->insideStatement,
                        !isKnown(candidate->location), candidate->kind);
    };
    std::stable_sort(points_.begin(), points_.end(),
                     [&](const CandidateSite* a, const CandidateSite* b) {
                       return preference(a) < preference(b);
                     });
    std::set<unsigned> covered = fenced_;
    std::vector<Place> places;
    for (const CandidateSite* point : points_) {
      if (!covered.insert(segmentOf(*point)).second) continue;
      auto same = std::find_if(places.begin(), places.end(), [&](const Place& place) {
        const CandidateSite& other = *place.first;
        return isKnown(point->location) && point->location.size() > 1 &&
               other.kind == point->kind && other.arm == point->arm &&
               other.location.size() == point->location.size() &&
               other.location.front() == point->location.front();
      });
      if (same == places.end()) same = places.insert(places.end(), Place{point, {}});
      same->copies.push_back(point);
    }
    return places;
  }

  //--- The changes --------------------------------------------------------------------------

  FenceSite& newSite(FenceSite::Kind kind, double weight) {
    FenceSite& added = sites_.emplace_back();
    added.kind = kind;
    added.scope = options_.scope;
    added.site.id = {"f" + std::to_string(sites_.size())};
    added.site.weight = weight;
    return added;
  }

  void setLoop(Site& site, unsigned block) const {
    site.loopDepth = flow_.loopDepth(block);
    const int loop = flow_.innermostLoop(block);
    if (loop < 0) return;
    const SourceChain around =
        loopLocation(program_, kernel_, flow_.loops()[static_cast<std::size_t>(loop)]);
    if (isKnown(around)) site.insideLoop = around.front();
  }

  void addFence(const Place& place) {
    double weight = 0;
    for (const CandidateSite* copy : place.copies) weight += options_.fenceWeight * runsOf(*copy);
    FenceSite& added = newSite(FenceSite::Kind::Fence, weight);
    added.operation = nameOfFence(program_, options_.scope);
    const CandidateSite& first = *place.first;
    Site& site = added.site;
    site.location = first.location;
    site.where = placeOf(first.kind);
    site.reason = first.reason;
    site.access = first.access;
    site.arm = first.arm;
    site.insideStatement = first.insideStatement;
    setLoop(site, first.point.block);
    for (const CandidateSite* copy : place.copies) {
      site.copies.push_back(copy->location);
      insertions_.push_back({copy->point, added.site.id, copy->location});
    }
  }

  // Fences and atomic operations that leave threads out. Copies of a statement are one site.
  void widen() {
    std::map<SourcePosition, std::size_t> known;
    for (unsigned b : flow_.order()) {
      auto& statements = kernel_.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        const Call* call = statements[i].as<Call>();
        if (!call || !(isFence(*call) || call->atomic)) continue;
        if (!call->atomic && fencesAll(*call)) fenced_.insert(regions_.segment(b, i));
        if (isTooNarrow(*call)) widen(b, statements[i], known);
      }
    }
  }

  // Only threads of one block see shared memory.
  bool isTooNarrow(const Call& call) const {
    if (!call.atomic) return call.callee->synchronization->scope < options_.scope;
    const Array* array = call.results.back()->array;
    return array && array->space == AddressSpace::Global && call.atomic->scope < options_.scope;
  }

  void widen(unsigned b, Statement& statement, std::map<SourcePosition, std::size_t>& known) {
    Call& call = *statement.as<Call>();
    const SourceChain location = program_.sources.chain(statement.location);
    std::size_t index = sites_.size();
    if (isKnown(location)) index = known.try_emplace(location.front(), index).first->second;
    if (index == sites_.size()) {
      FenceSite& added =
          newSite(call.atomic ? FenceSite::Kind::WiderAtomic : FenceSite::Kind::WiderFence, 0);
      added.narrower = call;
      added.site.location = location;
      added.site.where = SitePlace::At;
      setLoop(added.site, b);
      if (call.atomic) added.subject = call.results.back()->array->sourceName;
      const auto atomic = atomics_.find(&statement);
      added.operation = atomic == atomics_.end() ? call.callee->sourceName : atomic->second.name;
    }
    Site& site = sites_[index].site;
    site.weight += std::pow(options_.loopWeight, flow_.loopDepth(b)) *
                   (call.atomic ? options_.widerAtomicWeight : options_.widerFenceWeight);
    site.copies.push_back(location);
    if (call.atomic) {
      call.atomic->scope = options_.scope;
      std::erase_if(statement.attributes, [](const Attribute& a) { return a.name == "scope"; });
    } else {
      call.callee = fenceProcedure(program_, options_.scope);
      call.args.clear();
    }
    statement.attributes.push_back({std::string(mark), {site.id.name}});
  }

  struct Insertion {
    Point point;
    SiteId site;
    SourceChain location;
  };

  void insert() {
    std::stable_sort(insertions_.begin(), insertions_.end(), [](const auto& x, const auto& y) {
      return std::tie(x.point.block, x.point.index) > std::tie(y.point.block, y.point.index);
    });
    for (const Insertion& insertion : insertions_) {
      Call call;
      call.callee = fenceProcedure(program_, options_.scope);
      auto& statements = kernel_.blocks[insertion.point.block]->statements;
      statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(insertion.point.index),
                        {std::move(call),
                         Attributes{{std::string(mark), {insertion.site.name}}},
                         program_.sources.intern(insertion.location),
                         {}});
    }
  }

  Program& program_;
  Procedure& kernel_;
  const OrderingAtomics& atomics_;
  const FenceOptions& options_;
  const ControlFlow flow_;
  const RacingAccesses accesses_;
  const ControlRegions regions_;
  std::vector<CandidateSite> candidates_;
  std::vector<const CandidateSite*> points_;
  std::set<unsigned> fenced_;  // segments
  std::vector<FenceSite> sites_;
  std::vector<Insertion> insertions_;
};

// The site that the statement was changed for, and its mark taken away; null where there is none.
const FenceSite* takeMark(Statement& statement, const std::vector<FenceSite>& sites) {
  const Attribute* attribute = findAttribute(statement.attributes, mark);
  if (!attribute) return nullptr;
  const auto& name = std::get<std::string>(attribute->args.front());
  const auto found = std::find_if(sites.begin(), sites.end(),
                                  [&](const FenceSite& site) { return site.site.id.name == name; });
  std::erase_if(statement.attributes, [](const Attribute& a) { return a.name == mark; });
  return found == sites.end() ? nullptr : &*found;
}

void takeBack(Statement& statement, const Call& narrower) {
  Call& call = *statement.as<Call>();
  if (!call.atomic) {
    call.callee = narrower.callee;
    call.args = narrower.args;
    return;
  }
  call.atomic->scope = narrower.atomic->scope;
  statement.attributes.push_back({"scope", {std::string(toString(call.atomic->scope))}});
}

}  // namespace

std::vector<FenceSite> addFences(Program& program, Procedure& kernel,
                                 const OrderingAtomics& atomics, const FenceOptions& options) {
  const std::vector<Block*> added = addLoopBlocks(kernel);
  std::vector<FenceSite> sites = FenceAdder(program, kernel, atomics, options).run();
  removeEmptyBlocks(kernel, added);
  return sites;
}

void keepFences(Procedure& kernel, const std::vector<FenceSite>& sites,
                const std::set<SiteId>& chosen) {
  for (const auto& block : kernel.blocks) {
    std::vector<Statement> kept;
    for (Statement& statement : block->statements) {
      const FenceSite* site = takeMark(statement, sites);
      const bool stays = !site || chosen.contains(site->site.id);
      if (!stays && site->kind == FenceSite::Kind::Fence) continue;
      if (!stays) takeBack(statement, site->narrower);
      kept.push_back(std::move(statement));
    }
    block->statements = std::move(kept);
  }
}

}  // namespace barricade
