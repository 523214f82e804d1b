// Every option of the program, in one table: the parser, `--help`, the manual page and
// docs/options.md are made from it, so that none of them can disagree with another.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "barricade/kernel_arguments.h"
#include "barricade/settings.h"

namespace barricade {

enum class OptionKind {
  Flag,        // no value
  Text,        // any text: a name, a file
  List,        // as Text, and may be given several times
  Count,       // an integer in [low, high]
  Number,      // a decimal number in [low, high]
  Choice,      // one of the words of `argument`, separated by `|`
  Choices,     // several of them, separated by commas
  Sizes,       // [16,16] or 16,16 or 16; `*` for any size
  Arguments,   // foo,1,0x1f,*
  CheckNames,  // races,bounds
};

// An option's value, of which the fields of its kind are set.
struct OptionValue {
  std::string text;                // Text, Choice
  std::vector<std::string> texts;  // List, Choices
  double number = 0;               // Count, Number
  LaunchSizes sizes;               // Sizes
  KernelArguments arguments;       // Arguments
  Checks checks;                   // CheckNames
};

struct OptionSpec {
  std::string_view name;        // without the dashes
  std::string_view alias = {};  // another name for it, or empty
  char letter = 0;              // the short form, or 0
  OptionKind kind = OptionKind::Flag;
  std::string_view argument = {};   // as the help shows it; for a choice its words
  std::string_view byDefault = {};  // as written on a command line; empty: the option is off
  std::string_view implied = {};    // the value of a bare `--option`; empty: a value must follow
  double low = 0, high = 0;         // Count, Number
  unsigned commands = 0;            // Command values, or-ed
  std::string_view group;
  std::string_view excludes = {};  // an option that cannot be given together with it, or empty
  std::string_view help;           // a sentence without capital and full stop
  void (*apply)(Settings&, const OptionValue&);
};

// In the order in which the help lists them; options of one group are adjacent.
std::span<const OptionSpec> optionTable();

struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;  // "FILE", "FILE..."
  bool severalInputs;
  std::string_view summary;  // one line
  std::string_view details;  // a paragraph
};

// The advertised commands.
std::span<const CommandSpec> commandTable();

const CommandSpec& commandSpec(Command command);

}  // namespace barricade
