// Attributes: `{:name argument, ...}` as data, checked against the table of known ones, and the
// source location that some of them spell out.
#pragma once

#include <vector>

#include "frontend/expression_builder.h"
#include "frontend/unit.h"

namespace barricade {

struct ReadAttributes {
  Attributes list;  // in the order of the text, without line, col, fname, dir, inlined_at
  // From line, col, ... if given, else from sourceloc_num and the file of locations.
  LocationId location = noLocation;
};

// Expressions in arguments are resolved by `scope`. An unknown attribute is kept and warned of,
// once per name.
ReadAttributes readAttributes(Unit& unit, const std::vector<Grammar::AttributeContext*>& trees,
                              ExpressionBuilder& scope);

// The argument of an attribute that takes one string or number. The attribute has been read, so
// its shape is right.
const std::string& stringArgument(const Attribute& attribute);
unsigned numberArgument(const Attribute& attribute);

}  // namespace barricade
