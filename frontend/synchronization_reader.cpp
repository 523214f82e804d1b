#include "frontend/synchronization_reader.h"

#include <algorithm>

#include "frontend/attribute_reader.h"

namespace barricade {
namespace {

bool isPrimitive(const Attribute& attribute) {
  const auto table = synchronizationTable();
  return attribute.name == "grid_barrier" ||
         std::any_of(table.begin(), table.end(),
                     [&](const SyncRow& row) { return row.attribute == attribute.name; });
}

std::string alternatives(std::string_view attribute) {
  std::string names;
  for (const SyncRow& row : synchronizationTable())
    if (row.attribute == attribute)
      names += (names.empty() ? "" : ", ") + std::string(row.argument);
  return names;
}

//--- Shapes ---------------------------------------------------------------------------------

bool hasType(SyncParameter parameter, Type type) {
  switch (parameter) {
    case SyncParameter::LocalFence:
    case SyncParameter::GlobalFence: return type == bitVectorType(1) || type->isInt();
    case SyncParameter::Flag: return type == boolType() || type->isBitVector() || type->isInt();
    case SyncParameter::Object:
    case SyncParameter::Source:
    case SyncParameter::Array:
    case SyncParameter::Destination: return type->isMap() && !type->range()->isMap();
    case SyncParameter::Value: return !type->isMap();
    default: return type->isBitVector() || type->isInt();
  }
}

std::string typeOf(SyncParameter parameter) {
  if (hasType(parameter, bitVectorType(32))) return "bv";
  return hasType(parameter, bitVectorType(1)) ? "bv1" : "map";
}

// "(mask : bv, lane : bv)", with what may be missing in brackets.
std::string describe(std::string_view shape) {
  std::string text = "(";
  bool first = true;
  for (const char letter : shape) {
    if (letter == '[') {
      text += first ? "[" : " [";
    } else if (letter == ']') {
      text += ']';
    } else {
      const auto parameter = static_cast<SyncParameter>(letter);
      text += first ? "" : ", ";
      text += std::string(nameOf(parameter)) + " : " + typeOf(parameter);
      first = false;
    }
  }
  return text + ")";
}

// The letters of the variables; nothing when they do not have the shape. What stands in brackets
// is left out as a whole, the last one first.
std::optional<std::string> match(std::string_view shape, const std::vector<Variable*>& variables) {
  std::string letters;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == ']') continue;
    if (shape[i] == '[') {
      if (letters.size() == variables.size()) i = shape.find(']', i);
      // "[z][Oo]": the second without the first, when its first parameter is a map.
      const bool skip =
          letters.size() < variables.size() && i + 1 < shape.size() && shape[i] == '[' &&
          !hasType(static_cast<SyncParameter>(shape[i + 1]), variables[letters.size()]->type);
      if (skip) i = shape.find(']', i);
      continue;
    }
    if (letters.size() == variables.size() ||
        !hasType(static_cast<SyncParameter>(shape[i]), variables[letters.size()]->type))
      return std::nullopt;
    letters += shape[i];
  }
  if (letters.size() != variables.size()) return std::nullopt;
  return letters;
}

//--- Options --------------------------------------------------------------------------------

class Reader {
 public:
  Reader(Unit& unit, const Procedure& procedure, const TextToken& name)
      : unit_(unit), procedure_(procedure), name_(name) {}

  std::optional<Synchronization> read() {
    const Attribute* attribute = nullptr;
    for (const Attribute& given : procedure_.attributes) {
      if (!isPrimitive(given)) continue;
      if (attribute != nullptr) {
        fail("the procedure '" + procedure_.name + "' has contradicting attributes");
        return std::nullopt;
      }
      attribute = &given;
    }
    if (attribute == nullptr || !findRow(*attribute)) return std::nullopt;
    result_.primitive = result_.row->primitive;
    if (!readScope() || !readOrder() || !readHalves() || !readReduction() || !readFlags())
      return std::nullopt;
    if (!readShape()) return std::nullopt;
    return result_;
  }

 private:
  bool has(std::string_view attribute) const {
    return hasAttribute(procedure_.attributes, attribute);
  }
  std::string_view text(std::string_view attribute) const {
    const Attribute* found = findAttribute(procedure_.attributes, attribute);
    return found == nullptr ? std::string_view() : stringArgument(*found);
  }
  bool fail(const std::string& message) const {
    unit_.error(name_, message);
    unit_.broken.insert(&procedure_);  // its calls cannot be judged
    return false;
  }
  std::string primitive() const {
    const std::string_view name = result_.row->name;
    const bool vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(name);
  }
  bool isBarrier() const {
    return result_.primitive == SyncPrimitive::Barrier ||
           result_.primitive == SyncPrimitive::NamedBarrier;
  }

  bool findRow(const Attribute& attribute) {
    std::string_view key = attribute.name;
    std::string_view argument;
    if (key == "grid_barrier") {
      key = "barrier";
      argument = "grid";
    } else if (key == "barrier") {
      argument = has("scope") ? text("scope") : "block";
      if (argument == "device") argument = "grid";
    } else if (!attribute.args.empty()) {
      argument = stringArgument(attribute);
    }
    for (const SyncRow& row : synchronizationTable())
      if (row.attribute == key && row.argument == argument) result_.row = &row;
    if (result_.row != nullptr) return true;
    return fail((key == "barrier" ? "there is no barrier with the scope '"
                                  : "there is no " + std::string(key) + " '") +
                std::string(argument) + "', only " + alternatives(key));
  }

  bool readScope() {
    switch (result_.primitive) {
      case SyncPrimitive::Barrier:
      case SyncPrimitive::WarpBarrier:
      case SyncPrimitive::TileBarrier:
        result_.scope = *scopeNamed(result_.row->argument);
        return true;
      case SyncPrimitive::Fence:
        result_.scope = Scope::Device;
        result_.order = MemoryOrder::SequentiallyConsistent;
        break;
      case SyncPrimitive::Exchange:
      case SyncPrimitive::ActiveMask:
      case SyncPrimitive::WarpRead:
      case SyncPrimitive::WarpWrite: result_.scope = Scope::Warp; break;
      default: break;
    }
    if (!has("scope")) return true;
    const auto scope = scopeNamed(text("scope"));
    const bool takesOne = result_.primitive == SyncPrimitive::Fence ||
                          result_.row->attribute == std::string_view("mbarrier");
    if (!takesOne) return fail(primitive() + " has no scope");
    if (!scope || *scope < Scope::Block)
      return fail("the scope '" + std::string(text("scope")) +
                  "' is none of block, cluster, device, system");
    result_.scope = *scope;
    return true;
  }

  bool readOrder() {
    if (!has("order")) return true;
    const auto order = memoryOrderNamed(text("order"));
    if (!order)
      return fail("the order '" + std::string(text("order")) +
                  "' is none of relaxed, acquire, release, acq_rel, seq_cst");
    const bool fence = result_.primitive == SyncPrimitive::Fence;
    if (fence ? *order == MemoryOrder::Relaxed
              : result_.row->ordering == Ordering::Nothing || *order != MemoryOrder::Relaxed)
      return fail(primitive() + " cannot have the order '" + std::string(text("order")) + "'");
    result_.order = *order;
    return true;
  }

  bool readHalves() {
    const bool arrive = has("arrive");
    const bool wait = has("wait");
    if (!arrive && !wait) return true;
    if (!isBarrier()) return fail(primitive() + " has no halves arrive and wait");
    if (arrive && wait) return fail("a half of a barrier is 'arrive' or 'wait', not both");
    if (wait && result_.primitive == SyncPrimitive::NamedBarrier)
      return fail("a named barrier has no half 'wait'; without 'arrive' it is whole");
    result_.arrives = arrive;
    result_.waits = wait;
    return true;
  }

  bool readReduction() {
    if (!has("reduce")) return true;
    const std::string_view reduction = text("reduce");
    if (!isBarrier() || !result_.arrives || !result_.waits || result_.scope != Scope::Block)
      return fail("only whole block and named barriers can have 'reduce'");
    if (reduction == "count")
      result_.reduction = BarrierReduction::Count;
    else if (reduction == "and")
      result_.reduction = BarrierReduction::And;
    else if (reduction == "or")
      result_.reduction = BarrierReduction::Or;
    else
      return fail("the reduction '" + std::string(reduction) + "' is none of count, and, or");
    return true;
  }

  bool readFlags() {
    using enum SyncPrimitive;
    const SyncPrimitive which = result_.primitive;
    const bool object = which == ObjectWait || which == ObjectTest;
    const bool copies = which == AsyncCopy || which == CopyCommit || which == CopyWait;
    result_.parity = has("parity");
    result_.bulk = has("bulk");
    result_.all = has("all");
    result_.reads = has("read");
    const auto only = [&](bool given, bool allowed, const char* attribute) {
      if (!given || allowed) return true;
      return fail(primitive() + " cannot have the attribute '" + attribute + "'");
    };
    return only(result_.parity, object, "parity") && only(result_.bulk, copies, "bulk") &&
           only(result_.all, which == CopyWait, "all") &&
           only(result_.reads, which == CopyWait && result_.bulk, "read");
  }

  bool readShape() {
    std::string shape(result_.row->parameters);
    std::string results(result_.row->results);
    if (result_.reduction) {
      shape += 'f';
      results = *result_.reduction == BarrierReduction::Count ? "c" : "f";
    }
    if (result_.primitive == SyncPrimitive::CopyWait) shape = result_.all ? "" : "q";
    if (result_.isPlainBarrier()) shape = "lg";
    const auto parameters = match(shape, procedure_.parameters);
    if (!parameters && result_.isPlainBarrier())
      return fail(
          "a barrier has two parameters of type bv1: whether it fences local and global memory");
    if (!parameters || (results != "*" && !match(results, procedure_.results)))
      return fail(primitive() + " has the parameters " + describe(shape) +
                  (results == "*"    ? ""
                   : results.empty() ? " and no result"
                                     : " and the results " + describe(results)));
    result_.parameters = *parameters;
    const bool object = result_.position(SyncParameter::Object).has_value();
    if (result_.primitive == SyncPrimitive::AsyncCopy && object && !result_.bulk)
      return fail("only a bulk copy completes on a barrier object");
    return sameTypes(results);
  }

  // What is returned has the type of the parameter with the same letter; a copy is between arrays
  // of one type.
  bool sameTypes(std::string_view results) const {
    std::string letters(result_.parameters);
    std::vector<Variable*> variables = procedure_.parameters;
    if (results != "*") {
      letters += results.substr(0, procedure_.results.size());
      variables.insert(variables.end(), procedure_.results.begin(), procedure_.results.end());
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const char letter = letters[i] == 'D' ? 'S' : letters[i];
      const std::size_t first = letters.find(letter);
      const bool fixed = letter == 'm' || letter == 'v' || letter == 'A' || letter == 'S';
      if (!fixed || first == std::string::npos || variables[first]->type == variables[i]->type)
        continue;
      return fail("'" + variables[i]->name + "' has another type than '" + variables[first]->name +
                  "'");
    }
    return true;
  }

  Unit& unit_;
  const Procedure& procedure_;
  const TextToken& name_;
  Synchronization result_;
};

}  // namespace

std::optional<Synchronization> readSynchronization(Unit& unit, const Procedure& procedure,
                                                   const TextToken& name) {
  return Reader(unit, procedure, name).read();
}

bool checkArrays(Unit& unit, const Call& call, const TextToken& name) {
  const Synchronization& primitive = *call.callee->synchronization;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const Expr argument = call.args[i];
    if (!argument->type()->isMap()) continue;
    if (argument->op() != Op::Variable) {
      unit.error(name, "argument " + std::to_string(i + 1) + " of '" + call.callee->name +
                           "' is no array");
      return false;
    }
    if (primitive.primitive == SyncPrimitive::WarpWrite &&
        argument->variable() != call.results[0]) {
      unit.error(name, "a write by a warp updates the array it is given: call A := " +
                           call.callee->name + "(mask, A, ...)");
      return false;
    }
  }
  return true;
}

void readExitedThreads(Unit& unit, Procedure& procedure, const TextToken& name) {
  const Attribute* attribute = findAttribute(procedure.attributes, "exited_threads");
  if (attribute == nullptr) return;
  const std::string& value = stringArgument(*attribute);
  if (value != "excused" && value != "required")
    unit.error(name, "exited threads are 'excused' or 'required', not '" + value + "'");
  procedure.excusesExited = value == "excused";
}

void readOrderAndScope(Unit& unit, const Attributes& attributes, const TextToken& place,
                       AtomicInfo& atomic) {
  if (const Attribute* attribute = findAttribute(attributes, "order")) {
    const auto order = memoryOrderNamed(stringArgument(*attribute));
    if (order)
      atomic.order = *order;
    else
      unit.error(place, "the order '" + stringArgument(*attribute) +
                            "' is none of relaxed, acquire, release, acq_rel, seq_cst");
  }
  if (const Attribute* attribute = findAttribute(attributes, "scope")) {
    const auto scope = scopeNamed(stringArgument(*attribute));
    if (scope && *scope != Scope::Warp && *scope != Scope::Tile)
      atomic.scope = *scope;
    else
      unit.error(place, "the scope '" + stringArgument(*attribute) +
                            "' is none of thread, block, cluster, device, system");
  }
}

}  // namespace barricade
