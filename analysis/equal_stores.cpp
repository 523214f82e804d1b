#include "analysis/equal_stores.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

// `visit` gets each store to an array that can race, with its block, and the value.
template <typename Visit>
void forEachStore(const Kernel& kernel, Visit visit) {
  const auto& blocks = kernel.procedure().blocks;
  for (unsigned b = 0; b < blocks.size(); ++b)
    for (const Statement& statement : blocks[b]->statements) {
      const Assign* assign = statement.as<Assign>();
      for (std::size_t i = 0; assign && i < assign->targets.size(); ++i) {
        const Variable* target = assign->targets[i].variable;
        if (target->array && target->array->canRace())
          visit(b, statement, *target, assign->values[i]);
      }
    }
}

// The arrays that nobody writes of which values are made.
class Sources {
 public:
  using Arrays = std::optional<std::set<const Variable*>>;  // none: it is made of other arrays, too

  explicit Sources(const Kernel& kernel) : kernel_(kernel), ofLocals_(kernel.variableCount()) {
    for (Arrays& arrays : ofLocals_) arrays.emplace();
    do {
      changed_ = false;
      for (const auto& block : kernel.procedure().blocks)
        for (const Statement& statement : block->statements) follow(statement);
    } while (changed_);
  }

  Arrays of(Expr value) const {
    Arrays arrays(std::in_place);
    forEachVariable(value, [&](const Variable* v) { add(ofVariable(v), arrays); });
    return arrays;
  }

 private:
  void follow(const Statement& statement) {
    const Assign* assign = statement.as<Assign>();
    for (std::size_t i = 0; assign && i < assign->targets.size(); ++i)
      if (kernel_.isLocal(assign->targets[i].variable))
        spread(of(assign->values[i]), assign->targets[i].variable);
    if (assign) return;
    forEachAssigned(statement, [&](const Variable* v) {
      if (kernel_.isLocal(v)) spread(std::nullopt, v);
    });
  }

  void spread(const Arrays& from, const Variable* to) {
    Arrays& arrays = ofLocals_[kernel_.indexOf(to)];
    const Arrays before = arrays;
    add(from, arrays);
    changed_ = changed_ || arrays != before;
  }

  static void add(const Arrays& some, Arrays& to) {
    if (!some)
      to.reset();
    else if (to)
      to->insert(some->begin(), some->end());
  }

  Arrays ofVariable(const Variable* v) const {
    if (kernel_.isLocal(v)) return ofLocals_[kernel_.indexOf(v)];
    if (!v->array) return Arrays(std::in_place);
    if (!kernel_.arrays()[kernel_.arrayIndex(v)].readOnly()) return std::nullopt;
    return std::set{v};
  }

  const Kernel& kernel_;
  std::vector<Arrays> ofLocals_;
  bool changed_ = false;
};

}  // namespace

bool isOneForAll(const Kernel& kernel, const Uniformity& uniformity, Expr value) {
  bool isOne = value->op() != Op::Select;
  forEachVariable(value, [&](const Variable* v) {
    isOne =
        isOne &&
        (v->launch ? v->launch->kind != LaunchConstant::Kind::LocalId
                   : !v->array && (!kernel.isLocal(v) || uniformity.variable(kernel.indexOf(v))));
  });
  return isOne;
}

bool hasEqualStores(const Kernel& kernel) {
  const Uniformity uniformity(kernel, Mode::Intra, true);
  std::map<const Variable*, bool> areEqual;  // by array
  forEachStore(kernel, [&](unsigned, const Statement&, const Variable& array, Expr value) {
    bool& soFar = areEqual.try_emplace(&array, true).first->second;
    soFar = soFar && isOneForAll(kernel, uniformity, value);
  });
  return std::ranges::any_of(areEqual, [&](const auto& array) {
    return array.second && !kernel.arrays()[kernel.arrayIndex(array.first)].atomic;
  });
}

std::unordered_set<const Statement*> repeatedStores(const Kernel& kernel) {
  const Sources sources(kernel);
  const auto inLoop = [&](unsigned block) {
    return std::ranges::any_of(kernel.flow().loops(), [&](const Loop& loop) {
      return kernel.flow().inLoop(block, loop.index);
    });
  };
  std::unordered_set<const Statement*> repeated;
  std::map<std::pair<const Variable*, std::set<const Variable*>>, const Statement*> first;
  forEachStore(kernel,
               [&](unsigned block, const Statement& store, const Variable& array, Expr value) {
                 const Sources::Arrays from = sources.of(value);
                 if (!from) return;
                 const auto [known, isFirst] = first.try_emplace({&array, *from}, &store);
                 if (!isFirst) repeated.insert({known->second, &store});
                 if (inLoop(block)) repeated.insert(&store);
               });
  return repeated;
}

}  // namespace barricade
