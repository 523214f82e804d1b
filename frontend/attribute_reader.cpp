#include "frontend/attribute_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace barricade {

namespace {

// The arguments of an attribute, a letter each: s a string, n a number, b true or false, e any
// expression, and ? after one that may be missing. "*" is anything.
const std::unordered_map<std::string_view, std::string_view>& knownAttributes() {
  static const std::unordered_map<std::string_view, std::string_view> table{
      // Procedures.
      {"source_name", "s"},
      {"kernel", ""},
      {"barrier", ""},
      {"grid_barrier", ""},
      {"barrier_invariant", ""},
      {"binary_barrier_invariant", ""},
      {"async_work_group_copy", ""},
      {"wait_group_events", ""},
      {"named_barrier", ""},
      {"mbarrier", "s"},
      {"exchange", "s"},
      {"active_mask", ""},
      {"warp_read", ""},
      {"warp_write", ""},
      {"fence", ""},
      {"async_copy", ""},
      {"copy_commit", ""},
      {"copy_wait", ""},
      {"exit", ""},
      {"arrive", ""},
      {"wait", ""},
      {"reduce", "s"},
      {"order", "s"},
      {"parity", ""},
      {"bulk", ""},
      {"all", ""},
      {"read", ""},
      {"exited_threads", "s"},
      {"signed", "*"},
      {"unsigned", "*"},
      {"shared_memory_limit", "n"},
      {"dynamic_shared_memory", "n"},
      {"equivalent_to", "s"},
      {"floating", "s"},
      {"inline", "*"},
      {"procedure_wide_invariant", ""},
      {"candidate", ""},
      // Functions.
      {"bvbuiltin", "s"},
      // Arrays and the variables of the race instrumentation.
      {"global", ""},
      {"group_shared", ""},
      {"constant", ""},
      {"array_info", "s"},
      {"computed_by", "s"},
      {"distinct", ""},
      {"dynamic", ""},
      {"given", ""},
      {"ordered", ""},
      {"elem_width", "n"},
      {"source_elem_width", "n"},
      {"source_dimensions", "s"},
      {"race_checking", ""},
      {"atomic_usedmap", ""},
      {"atomic_global", ""},
      {"atomic_group_shared", ""},
      // Constants.
      {"local_id_x", ""},
      {"local_id_y", ""},
      {"local_id_z", ""},
      {"group_id_x", ""},
      {"group_id_y", ""},
      {"group_id_z", ""},
      {"group_size_x", ""},
      {"group_size_y", ""},
      {"group_size_z", ""},
      {"num_groups_x", ""},
      {"num_groups_y", ""},
      {"num_groups_z", ""},
      {"cluster_size_x", ""},
      {"cluster_size_y", ""},
      {"cluster_size_z", ""},
      {"global_offset_x", ""},
      {"global_offset_y", ""},
      {"global_offset_z", ""},
      {"work_dim", ""},
      {"sub_group_size", ""},
      {"__enabled", ""},
      {"__dominator_enabled", ""},
      {"existential", "b"},
      // Variables of procedures.
      {"unknown", ""},
      // Statements.
      {"sourceloc", ""},
      {"member", "nn"},
      {"block_sourceloc", ""},
      {"partition", ""},
      {"within_array", ""},
      {"originated_from_invariant", ""},
      {"precondition", ""},
      {"postcondition", ""},
      {"do_not_predicate", ""},
      {"tag", "s"},
      {"bad_pointer_access", ""},
      {"alignment", "n"},
      {"declared", "s"},
      {"atomic", ""},
      {"atomic_function", "s"},
      {"parts", "n"},
      {"part", "n"},
      // Source locations.
      {"sourceloc_num", "n"},
      {"line", "n"},
      {"col", "n"},
      {"fname", "s"},
      {"dir", "s"},
      {"inlined_at", "snns?"},
      // Instrumented barriers; the scope of other synchronisation, too.
      {"barrier_variable", "s"},
      {"weight", "d"},
      {"scope", "s"},
  };
  return table;
}

// {:arg1 e}, {:arg2 e}, ...: the operands of an atomic operation.
bool isOperand(std::string_view name) {
  return name.size() > 3 && name.starts_with("arg") &&
         std::all_of(name.begin() + 3, name.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

bool isNumber(const AttributeArg& argument) {
  const Expr* e = std::get_if<Expr>(&argument);
  return e != nullptr && (*e)->op() == Op::IntLiteral && (*e)->value() >= 0 &&
         (*e)->value() <= std::numeric_limits<std::uint32_t>::max();
}

// A number, which is a string where it is no integer.
bool isDecimal(const AttributeArg& argument) {
  const std::string* text = std::get_if<std::string>(&argument);
  if (text == nullptr) return isNumber(argument);
  double value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc() && end == text->data() + text->size() && value >= 0;
}

bool hasShape(const AttributeArg& argument, char letter) {
  switch (letter) {
    case 's': return std::holds_alternative<std::string>(argument);
    case 'n': return isNumber(argument);
    case 'd': return isDecimal(argument);
    case 'b': {
      const Expr* e = std::get_if<Expr>(&argument);
      return e != nullptr && (*e)->op() == Op::BoolLiteral;
    }
    default: return std::holds_alternative<Expr>(argument);
  }
}

bool matches(const std::vector<AttributeArg>& arguments, std::string_view shape) {
  if (shape == "*") return true;
  std::size_t used = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool optional = i + 1 < shape.size() && shape[i + 1] == '?';
    if (used < arguments.size()) {
      if (!hasShape(arguments[used++], shape[i])) return false;
    } else if (!optional) {
      return false;
    }
    if (optional) ++i;
  }
  return used == arguments.size();
}

std::string describeShape(std::string_view shape) {
  if (shape.empty()) return "no argument";
  if (shape == "s") return "a string";
  if (shape == "n" || shape == "d") return "a number";
  if (shape == "b") return "true or false";
  if (shape == "e") return "an expression";
  return "a file name, a line, a column and, if need be, a directory";
}

void warnUnknown(Unit& unit, const TextToken& token, const std::string& name) {
  if (!unit.warnedAttributes.insert(name).second) return;
  NearestName nearest(name);
  for (const auto& entry : knownAttributes()) nearest.consider(entry.first);
  unit.diagnostics.warning(rangeOf(token),
                           "unknown attribute '" + name + "' is ignored" + nearest.suggestion());
}

// {:line}, {:col}, {:fname}, {:dir} and, from the innermost outwards, {:inlined_at}.
struct InlineLocation {
  SourceChain chain;

  // Whether the attribute was one of these.
  bool take(const Attribute& attribute) {
    if (attribute.name == "line")
      own().line = numberArgument(attribute);
    else if (attribute.name == "col")
      own().column = numberArgument(attribute);
    else if (attribute.name == "fname")
      own().file = stringArgument(attribute);
    else if (attribute.name == "dir")
      own().directory = stringArgument(attribute);
    else if (attribute.name == "inlined_at")
      takeCallSite(attribute);
    else
      return false;
    return true;
  }

 private:
  SourcePosition& own() {
    if (chain.empty()) chain.emplace_back();
    return chain.front();
  }
  void takeCallSite(const Attribute& attribute) {
    own();
    SourcePosition& site = chain.emplace_back();
    const auto& args = attribute.args;
    site.file = std::get<std::string>(args[0]);
    site.line = std::get<Expr>(args[1])->value().convert_to<unsigned>();
    site.column = std::get<Expr>(args[2])->value().convert_to<unsigned>();
    if (args.size() > 3) site.directory = std::get<std::string>(args[3]);
  }
};

LocationId numberedLocation(Unit& unit, const TextToken& token, const Attribute& attribute) {
  const unsigned number = numberArgument(attribute);
  const auto location = unit.locations.find(number);
  if (location) return *location;
  if (unit.locations.given())
    unit.error(token, "there is no location " + std::to_string(number) + " in '" +
                          unit.locations.file() + "', which has " +
                          std::to_string(unit.locations.size()));
  return noLocation;
}

}  // namespace

const std::string& stringArgument(const Attribute& attribute) {
  return std::get<std::string>(attribute.args.front());
}

unsigned numberArgument(const Attribute& attribute) {
  return std::get<Expr>(attribute.args.front())->value().convert_to<unsigned>();
}

ReadAttributes readAttributes(Unit& unit, const std::vector<Grammar::AttributeContext*>& trees,
                              ExpressionBuilder& scope) {
  ReadAttributes read;
  InlineLocation location;
  read.list.reserve(trees.size());
  for (Grammar::AttributeContext* tree : trees) {
    const TextToken& token = textToken(tree->name);
    Attribute attribute;
    attribute.name = token.text().substr(token.text().find(':') + 1);
    bool good = true;
    for (Grammar::AttributeArgumentContext* argument : tree->arguments) {
      if (argument->text) {
        const std::string_view text = textOf(argument->text);
        attribute.args.emplace_back(std::string(text.substr(1, text.size() - 2)));
      } else if (Expr e = scope.build(argument->value)) {
        attribute.args.emplace_back(e);
      } else {
        good = false;
      }
    }
    if (!good) continue;
    auto known = knownAttributes().find(attribute.name);
    const bool operand = isOperand(attribute.name);
    if (known == knownAttributes().end() && !operand) {
      warnUnknown(unit, token, attribute.name);
    } else {
      const std::string_view shape = operand ? "e" : known->second;
      if (!matches(attribute.args, shape)) {
        unit.error(tree, "the attribute '" + attribute.name + "' takes " + describeShape(shape));
        continue;
      }
      if (location.take(attribute)) continue;
      if (attribute.name == "sourceloc_num")
        read.location = numberedLocation(unit, token, attribute);
    }
    read.list.push_back(std::move(attribute));
  }
  if (!location.chain.empty())
    read.location = unit.program.sources.intern(std::move(location.chain));
  return read;
}

}  // namespace barricade
