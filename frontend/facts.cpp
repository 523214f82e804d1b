#include "frontend/facts.h"

#include <array>
#include <cctype>

#include "frontend/attribute_reader.h"

namespace barricade {

//--- Roles ----------------------------------------------------------------------------------

namespace {

using LaunchKind = LaunchConstant::Kind;

std::optional<LaunchConstant> launchConstant(std::string_view name) {
  if (name == "work_dim") return LaunchConstant{LaunchKind::WorkDim, 0};
  if (name == "sub_group_size") return LaunchConstant{LaunchKind::SubGroupSize, 0};
  constexpr std::array<std::pair<std::string_view, LaunchKind>, 6> families{{
      {"local_id_", LaunchKind::LocalId},
      {"group_id_", LaunchKind::GroupId},
      {"group_size_", LaunchKind::GroupSize},
      {"num_groups_", LaunchKind::NumGroups},
      {"cluster_size_", LaunchKind::ClusterSize},
      {"global_offset_", LaunchKind::GlobalOffset},
  }};
  for (const auto& [prefix, kind] : families) {
    if (!name.starts_with(prefix) || name.size() != prefix.size() + 1) continue;
    const char dimension = name.back();
    if (dimension >= 'x' && dimension <= 'z')
      return LaunchConstant{kind, static_cast<unsigned>(dimension - 'x')};
  }
  return std::nullopt;
}

// The attribute repeats the name; programs written by hand may leave it out, or call the constant
// something else.
std::optional<LaunchConstant> launchConstant(const Variable& variable) {
  for (const Attribute& attribute : variable.attributes)
    if (const auto launch = launchConstant(attribute.name)) return launch;
  return launchConstant(variable.name);
}

void setConstantRole(Variable& variable) {
  if (const auto launch = launchConstant(variable)) {
    variable.role = VariableRole::Launch;
    variable.launch = launch;
  } else if (variable.name == "__enabled") {
    variable.role = VariableRole::Enabled;
  } else if (variable.name == "__dominator_enabled") {
    variable.role = VariableRole::DominatorEnabled;
  } else if (hasAttribute(variable.attributes, "existential")) {
    variable.role = VariableRole::Candidate;
  }
}

struct NamedRole {
  std::string_view prefix;
  VariableRole role;
  AccessKind access = AccessKind::Read;
};

// Longer prefixes before those they begin with.
constexpr std::array<NamedRole, 10> namedRoles{{
    {"_READ_HAS_OCCURRED_", VariableRole::HasOccurred, AccessKind::Read},
    {"_WRITE_HAS_OCCURRED_", VariableRole::HasOccurred, AccessKind::Write},
    {"_ATOMIC_HAS_OCCURRED_", VariableRole::HasOccurred, AccessKind::Atomic},
    {"_READ_OFFSET_", VariableRole::AccessOffset, AccessKind::Read},
    {"_WRITE_OFFSET_", VariableRole::AccessOffset, AccessKind::Write},
    {"_ATOMIC_OFFSET_", VariableRole::AccessOffset, AccessKind::Atomic},
    {"_WATCHED_OFFSET_", VariableRole::WatchedOffset},
    {"_USED_", VariableRole::UsedMap},
    {"$arrayId$", VariableRole::ArrayId},
    {"$functionId$", VariableRole::FunctionId},
}};

void setNamedRole(Unit& unit, Variable& variable) {
  if (variable.name == "_WATCHED_OFFSET") {
    variable.role = VariableRole::WatchedOffset;
    return;
  }
  for (const NamedRole& named : namedRoles) {
    if (!variable.name.starts_with(named.prefix)) continue;
    const std::string_view rest = std::string_view(variable.name).substr(named.prefix.size());
    Variable* subject = unit.variables.find(rest);
    if (subject != nullptr && !subject->type->isMap()) subject = nullptr;
    const bool standsAlone =
        named.role == VariableRole::ArrayId || named.role == VariableRole::FunctionId;
    if (subject == nullptr && !standsAlone) return;
    variable.role = named.role;
    variable.access = named.access;
    variable.subject = named.role == VariableRole::FunctionId ? nullptr : subject;
    return;
  }
}

}  // namespace

void setVariableRoles(Unit& unit) {
  for (Variable* variable : unit.program.globals()) {
    if (variable->kind == Variable::Kind::Constant) setConstantRole(*variable);
    if (variable->role == VariableRole::Plain) setNamedRole(unit, *variable);
  }
}

//--- Arrays ---------------------------------------------------------------------------------

namespace {

AddressSpace addressSpace(const Attributes& attributes) {
  if (hasAttribute(attributes, "global")) return AddressSpace::Global;
  if (hasAttribute(attributes, "group_shared")) return AddressSpace::GroupShared;
  if (hasAttribute(attributes, "constant")) return AddressSpace::Constant;
  return AddressSpace::Private;
}

// "4,8" or "*"; nothing when malformed.
std::optional<std::vector<std::optional<BigInt>>> readDimensions(std::string_view text) {
  std::vector<std::optional<BigInt>> dimensions;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    if (part == "*") {
      dimensions.emplace_back();
    } else {
      if (part.empty() || part.size() > 40) return std::nullopt;
      BigInt number = 0;
      for (const char digit : part) {
        if (std::isdigit(static_cast<unsigned char>(digit)) == 0) return std::nullopt;
        number = number * 10 + (digit - '0');
      }
      dimensions.emplace_back(std::move(number));
    }
    if (comma == text.size()) return dimensions;
    text.remove_prefix(comma + 1);
  }
}

unsigned widthOf(Type element) {
  return element->isBitVector() ? element->width() : 0;
}

Array& makeArray(Unit& unit, Variable& variable) {
  Array* array = unit.program.newArray();
  array->variable = &variable;
  variable.array = array;
  variable.role = VariableRole::Array;
  array->elementWidth = widthOf(variable.type->range());
  array->sourceElementWidth = array->elementWidth;
  const std::string& name = variable.name;
  array->sourceName = name.starts_with("$$") ? name.substr(2) : name;
  return *array;
}

// Whatever of these the attributes of the axiom or of the variable say.
void applyAttributes(Unit& unit, Array& array, const Attributes& attributes,
                     const TextToken& place) {
  if (const Attribute* width = findAttribute(attributes, "elem_width"))
    array.elementWidth = array.sourceElementWidth = numberArgument(*width);
  if (const Attribute* width = findAttribute(attributes, "source_elem_width"))
    array.sourceElementWidth = numberArgument(*width);
  if (const Attribute* name = findAttribute(attributes, "source_name"))
    array.sourceName = stringArgument(*name);
  if (const Attribute* dimensions = findAttribute(attributes, "source_dimensions")) {
    auto read = readDimensions(stringArgument(*dimensions));
    if (read)
      array.sourceDimensions = std::move(*read);
    else
      unit.error(place, "the source_dimensions of '" + array.variable->name +
                            "' are no list of numbers and '*'");
  }
  // Function pointers, say, are numbered in a few bits, and an element of theirs takes 32.
  constexpr unsigned byte = 8;
  const unsigned modelled = widthOf(array.variable->type->range());
  const bool numbered = modelled < byte && array.elementWidth > modelled;
  if (modelled != 0 && array.elementWidth != modelled && !numbered)
    unit.error(place, "the elem_width of '" + array.variable->name + "' is " +
                          std::to_string(array.elementWidth) + ", but its elements have " +
                          std::to_string(modelled) + " bits");
}

}  // namespace

void readArrayInfo(Unit& unit, const Attributes& attributes, const TextToken& place) {
  const Attribute* info = findAttribute(attributes, "array_info");
  if (info == nullptr) return;
  const std::string& name = stringArgument(*info);
  Variable* variable = unit.variables.find(name);
  if (variable == nullptr) {
    NearestName nearest(name);
    unit.variables.consider(nearest);
    unit.error(place, "array_info of an unknown array '" + name + "'" + nearest.suggestion());
  } else if (!variable->type->isMap()) {
    unit.error(place, "array_info of '" + name + "', which is no map but of type " +
                          variable->type->toString());
  } else if (variable->array != nullptr) {
    unit.error(place, "a second array_info of '" + name + "'");
  } else {
    Array& array = makeArray(unit, *variable);
    array.space = addressSpace(attributes);
    if (array.space == AddressSpace::Private) array.space = addressSpace(variable->attributes);
    applyAttributes(unit, array, attributes, place);
  }
}

void completeArrays(Unit& unit) {
  for (Variable* variable : unit.program.globals()) {
    if (variable->array != nullptr || variable->kind != Variable::Kind::Global) continue;
    const bool map = variable->type->isMap() && !variable->type->range()->isMap();
    if (variable->role != VariableRole::Plain || !map) continue;
    Array& array = makeArray(unit, *variable);
    array.space = addressSpace(variable->attributes);
    applyAttributes(unit, array, variable->attributes, *unit.variables.token(variable->name));
    if (array.sourceDimensions.empty()) array.sourceDimensions.emplace_back();
  }
}

}  // namespace barricade
