#include "interpreter/unmodelled_order.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "ir/cfg.h"
#include "ir/uses.h"

namespace barricade {
namespace {

bool isFence(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->isFence();
}

// The arrays that `e` reads.
template <typename Visit>
void forEachRead(Expr e, const Visit& visit) {
  forEachNode({e}, [&](Expr part) {
    if (part->op() == Op::Select && part->arg(0)->op() == Op::Variable &&
        part->arg(0)->variable()->array)
      visit(part->arg(0)->variable()->array);
  });
}

// A statement of the kernel by its place.
struct Point {
  unsigned block;
  std::size_t index;
  auto operator<=>(const Point&) const = default;
};

// What stands on the paths from an access to barriers, or from barriers to it.
struct Surroundings {
  const Statement* fence = nullptr;
  const Statement* signal = nullptr;       // an atomic operation
  const Statement* observation = nullptr;  // one that tells its thread something
  const Statement* quiet = nullptr;        // one that does so beside a fence
  std::set<const Array*> written, read;
};

class Search {
 public:
  Search(const Program& program, const Procedure& kernel, const Finding& finding)
      : program_(program), kernel_(kernel), finding_(finding), flow_(kernel) {
    for (const auto& block : kernel.blocks)
      for (const Statement& statement : block->statements) {
        forEachExpression(statement, [&](Expr e) {
          forEachVariable(e, [&](const Variable* v) { used_.insert(v); });
        });
        anything_ =
            anything_ || (isFence(statement) && !statement.as<Call>()->callee->synchronization);
      }
  }

  const Statement* run() {
    if (!anything_ || flow_.irreducible() || finding_.places.size() != 2) return nullptr;
    for (const Point& first : pointsOf(finding_.places[0]))
      for (const Point& second : pointsOf(finding_.places[1])) {
        if (const Statement* found = orderOf(first, second)) return found;
        if (const Statement* found = orderOf(second, first)) return found;
      }
    return nullptr;
  }

 private:
  static const Call* atomicOf(const Statement& statement) {
    const Call* call = statement.as<Call>();
    return call && call->atomic ? call : nullptr;
  }

  const Statement& at(const Point& point) const {
    return kernel_.blocks[point.block]->statements[point.index];
  }

  // The statements that a place of the finding may mean.
  std::vector<Point> pointsOf(const FindingPlace& place) const {
    std::vector<Point> points;
    for (unsigned b : flow_.order())
      for (std::size_t i = 0; i < kernel_.blocks[b]->statements.size(); ++i) {
        const Statement& statement = kernel_.blocks[b]->statements[i];
        if (isKnown(place.location) && program_.sources.chain(statement.location) != place.location)
          continue;
        if (accesses(statement, place.kind)) points.push_back({b, i});
      }
    return points;
  }

  bool accesses(const Statement& statement, const std::string& kind) const {
    bool found = false;
    if (kind == "read")
      forEachExpression(statement, [&](Expr e) {
        forEachRead(e, [&](const Array* array) { found = found || array == finding_.array; });
      });
    if (kind != "read" || statement.as<Call>())
      forEachAssigned(statement,
                      [&](const Variable* v) { found = found || v->array == finding_.array; });
    return found || (statement.as<Call>() && !atomicOf(statement) && kind == "read");
  }

  //--- What stands around an access

  bool leavesOut(Scope scope) const {
    return !(finding_.interGroup ? includesOtherBlocks(scope) : includesOwnBlock(scope));
  }

  // Whether the statement orders what both threads do before and after it.
  bool separates(const Statement& statement) const {
    const Call* call = statement.as<Call>();
    if (!call || !call->callee->isBarrier() || !call->site.isNone()) return false;
    if (finding_.interGroup && call->callee->role != Procedure::Role::GridBarrier) return false;
    const std::size_t fence =
        finding_.array && finding_.array->space == AddressSpace::Global ? 1 : 0;
    return call->args.size() <= fence ||
           (call->args[fence]->isLiteral() && call->args[fence]->value() != 0);
  }

  void add(const Statement& statement, Surroundings& found) const {
    if (isFence(statement)) {
      const auto& primitive = statement.as<Call>()->callee->synchronization;
      if (!primitive || !leavesOut(primitive->scope)) found.fence = &statement;
    } else if (const Call* call = atomicOf(statement)) {
      addAtomic(statement, *call, found);
    }
    forEachExpression(statement, [&](Expr e) {
      forEachRead(e, [&](const Array* array) { found.read.insert(array); });
    });
    if (!statement.as<Call>())
      forEachAssigned(statement, [&](const Variable* v) {
        if (v->array) found.written.insert(v->array);
      });
  }

  void addAtomic(const Statement& statement, const Call& call, Surroundings& found) const {
    if (leavesOut(call.atomic->scope)) return;
    found.signal = found.quiet = &statement;
    if (used_.contains(call.results.front()) || acquires(call.atomic->order))
      found.observation = &statement;
  }

  // Visits what can be reached from after `from`, or what `from` can be reached from.
  template <typename Visit>
  void walk(const Point& from, bool forward, const Visit& visit) const {
    std::unordered_set<unsigned> seen;
    std::vector<unsigned> work;
    // Whether the path goes on beyond the block.
    auto through = [&](unsigned block, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Point point{block, forward ? i : begin + end - 1 - i};
        if (!visit(at(point))) return;
      }
      const auto& next = forward ? flow_.successors(block) : flow_.predecessors(block);
      work.insert(work.end(), next.begin(), next.end());
    };
    const std::size_t size = kernel_.blocks[from.block]->statements.size();
    through(from.block, forward ? from.index + 1 : 0, forward ? size : from.index);
    while (!work.empty()) {
      const unsigned block = work.back();
      work.pop_back();
      if (flow_.reachable(block) && seen.insert(block).second)
        through(block, 0, kernel_.blocks[block]->statements.size());
    }
  }

  Surroundings around(const Point& access, bool after) const {
    Surroundings found;
    walk(access, after, [&](const Statement& statement) {
      if (separates(statement)) return false;
      add(statement, found);
      return true;
    });
    return found;
  }

  // What could order `first` of one thread before `second` of another.
  const Statement* orderOf(const Point& first, const Point& second) const {
    Surroundings after = around(first, true);
    const Surroundings before = around(second, false);
    if (const Call* call = atomicOf(at(first))) addAtomic(at(first), *call, after);
    if (after.fence && sharesFlag(after, before)) return after.fence;
    const Statement* fence = after.fence ? after.fence : before.fence;
    const Statement* observation = before.observation ? before.observation
                                   : before.fence     ? before.quiet
                                                      : nullptr;
    if (!after.signal || !observation) return nullptr;
    return fence ? fence : observation;
  }

  bool sharesFlag(const Surroundings& after, const Surroundings& before) const {
    return std::any_of(after.written.begin(), after.written.end(), [&](const Array* array) {
      return array != finding_.array && array->canRace() && before.read.contains(array);
    });
  }

  const Program& program_;
  const Procedure& kernel_;
  const Finding& finding_;
  ControlFlow flow_;
  std::unordered_set<const Variable*> used_;
  bool anything_ = false;  // a fence that runs do not know
};

}  // namespace

const Statement* unmodelledOrder(const Program& program, const Procedure& kernel,
                                 const Finding& race) {
  return Search(program, kernel, race).run();
}

std::string nameOf(const Program& program, const Statement& primitive) {
  const Call& call = *primitive.as<Call>();
  const std::string name = call.atomic ? "atomic operation" : call.callee->sourceName;
  const SourcePosition& place = program.sources.position(primitive.location);
  if (place.isKnown()) return "the " + name + " at " + place.toString();
  return "the " + name + " at " + program.fileName + ":" + std::to_string(primitive.text.line) +
         ":" + std::to_string(primitive.text.column);
}

}  // namespace barricade
