#include "barricade/option_help.h"

#include <utility>
#include <vector>

#include "barricade/helpers.h"
#include "barricade/option_table.h"
#include "barricade/version.h"
#include "report/json_report.h"

namespace barricade {

namespace {

// "--blockDim=SIZES", "--stats[=text|json]", "--only-divergence".
std::string spelling(const OptionSpec& spec, std::string_view name) {
  std::string text = "--" + std::string(name);
  if (spec.kind == OptionKind::Flag) return text;
  std::string argument = "=" + std::string(spec.argument);
  return text + (spec.implied.empty() ? argument : "[" + argument + "]");
}

std::vector<std::string> spellings(const OptionSpec& spec) {
  std::vector<std::string> all;
  if (spec.letter != 0) {
    all.push_back(std::string("-") + spec.letter +
                  (spec.kind == OptionKind::Flag ? "" : " " + std::string(spec.argument)));
  }
  all.push_back(spelling(spec, spec.name));
  if (!spec.alias.empty()) all.push_back(spelling(spec, spec.alias));
  return all;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

// The help with its default and what it excludes.
std::string sentence(const OptionSpec& spec) {
  std::string text(spec.help);
  if (!spec.byDefault.empty() && spec.byDefault != "0") {
    text += " (default " + std::string(spec.byDefault) + ")";
  }
  return text;
}

// `text` in lines of at most `width`, each after `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::string line;
  auto flush = [&] {
    if (!line.empty()) result += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) flush();
    if (!line.empty()) line += ' ';
    line += word;
  }
  flush();
  return result;
}

constexpr std::string_view exitCodes[] = {
    "verified; repaired, with no finding left; nothing to repair",
    "a race, a divergence or another finding; not repairable, or a finding stays",
    "the command line is wrong",
    "the input cannot be read, parsed or is not supported",
    "undecided: out of time or memory, or interrupted",
    "internal error, or the output cannot be written",
    "right under the condition that is reported, wrong without it",
};

std::string roff(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '|') {
      result += "|\\:";  // where a line may end
    } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
      result += "\\&";
      result += c;
    } else if (c != '`') {
      result += c;
    }
  }
  return result;
}

// A `|` would end the cell of a table.
std::string markdownCell(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

Json orNull(std::string_view text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

std::string_view toString(OptionKind kind) {
  switch (kind) {
    case OptionKind::Flag: return "flag";
    case OptionKind::Text: return "text";
    case OptionKind::List: return "list";
    case OptionKind::Count: return "count";
    case OptionKind::Number: return "number";
    case OptionKind::Choice: return "choice";
    case OptionKind::Sizes: return "sizes";
    case OptionKind::Arguments: return "arguments";
    case OptionKind::Choices: return "choices";
    case OptionKind::CheckNames: return "checks";
  }
  return "";
}

}  // namespace

std::string generalHelp() {
  std::string text =
      "usage: barricade COMMAND [options] FILE\n\n"
      "Proves GPU kernels free of data races and barrier divergence, and repairs them.\n\n"
      "commands:\n";
  for (const CommandSpec& spec : commandTable()) {
    std::string name(spec.name);
    name.resize(14, ' ');
    text += "  " + name + std::string(spec.summary) + "\n";
  }
  text += "\nof source:\n";
  for (const HelperCommand& helper : helperCommands()) {
    std::string name(helper.name);
    name.resize(14, ' ');
    text += "  " + name + std::string(helper.summary) + "\n";
  }
  text +=
      "\n'barricade COMMAND --help' lists the options of a command, 'barricade --version' shows "
      "the\nversion. FILE is IR (.gbpl, .bpl), `-` is standard input; 'verify' and 'repair' take "
      "source (.cu,\n.hip, .cl) and folders as well: 'barricade verify KERNEL.cu --help'.\n\n"
      "exit codes:\n";
  for (std::size_t code = 0; code < std::size(exitCodes); ++code) {
    text += "  " + std::to_string(code) + "  " + std::string(exitCodes[code]) + "\n";
  }
  return text;
}

std::string commandHelp(Command command) {
  const CommandSpec& spec = commandSpec(command);
  std::string text = "usage: barricade " + std::string(spec.name) + " [options] " +
                     std::string(spec.arguments) + "\n\n" + wrapped(spec.details, 0, 80);
  std::string_view group;
  for (const OptionSpec& option : optionTable()) {
    if ((option.commands & unsigned(command)) == 0) continue;
    if (option.group != group) {
      group = option.group;
      text += "\n" + std::string(group) + ":\n";
    }
    constexpr std::size_t column = 34;
    std::string names = "  " + joined(spellings(option), ", ");
    std::string help = wrapped(sentence(option), column, 100);
    if (names.size() + 2 > column) {
      text += names + "\n" + help;
    } else {
      text += names + help.substr(names.size());
    }
  }
  return text;
}

std::string optionsMarkdown() {
  std::string text =
      "# Commands and options\n\n"
      "Made from the option table by `barricade document markdown`; not edited by hand.\n\n"
      "| command | |\n|---|---|\n";
  for (const CommandSpec& spec : commandTable()) {
    text += "| `barricade " + std::string(spec.name) + " [options] " + std::string(spec.arguments) +
            "` | " + std::string(spec.summary) + " |\n";
  }
  text += "\n| exit code | |\n|---|---|\n";
  for (std::size_t code = 0; code < std::size(exitCodes); ++code) {
    text += "| " + std::to_string(code) + " | " + std::string(exitCodes[code]) + " |\n";
  }
  std::string_view group;
  for (const OptionSpec& option : optionTable()) {
    if (option.group != group) {
      group = option.group;
      text += "\n## " + std::string(group) + "\n\n| option | | commands |\n|---|---|---|\n";
    }
    std::vector<std::string> names;
    for (const std::string& name : spellings(option)) {
      names.push_back("`" + markdownCell(name) + "`");
    }
    std::vector<std::string> commands;
    for (const CommandSpec& spec : commandTable()) {
      if ((option.commands & unsigned(spec.command)) != 0) commands.emplace_back(spec.name);
    }
    bool all = commands.size() == commandTable().size();
    text += "| " + joined(names, ", ") + " | " + markdownCell(sentence(option)) + " | " +
            (all ? "all" : joined(commands, ", ")) + " |\n";
  }
  return text;
}

std::string manualPage() {
  std::string text =
      ".TH BARRICADE 1 \"\" \"barricade " + std::string(version) +
      "\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\nbarricade \\- prove GPU kernels free of "
      "data races and barrier divergence, and repair them\n.SH SYNOPSIS\n";
  for (const CommandSpec& spec : commandTable()) {
    text += ".B barricade " + std::string(spec.name) + "\n[options] " + roff(spec.arguments) +
            "\n.br\n";
  }
  text += ".SH COMMANDS\n";
  for (const CommandSpec& spec : commandTable()) {
    text += ".TP\n.B " + std::string(spec.name) + "\n" + roff(spec.details) + "\n";
  }
  text += ".SH OPTIONS\n";
  std::string_view group;
  for (const OptionSpec& option : optionTable()) {
    if (option.group != group) {
      group = option.group;
      text += ".SS " + std::string(group) + "\n";
    }
    text +=
        ".TP\n.B " + roff(joined(spellings(option), ", ")) + "\n" + roff(sentence(option)) + "\n";
  }
  text += ".SH EXIT STATUS\n";
  for (std::size_t code = 0; code < std::size(exitCodes); ++code) {
    text += ".TP\n.B " + std::to_string(code) + "\n" + roff(exitCodes[code]) + "\n";
  }
  return text;
}

std::string optionsJson() {
  Json document;
  document["schema"] = jsonSchema;
  document["version"] = version;
  document["commit"] = commit();
  document["commands"] = Json::array();
  for (const CommandSpec& spec : commandTable())
    document["commands"].push_back({{"name", spec.name},
                                    {"arguments", spec.arguments},
                                    {"summary", spec.summary},
                                    {"details", spec.details}});
  document["helpers"] = Json::array();
  for (const HelperCommand& helper : helperCommands())
    document["helpers"].push_back(
        {{"name", helper.name}, {"arguments", helper.arguments}, {"summary", helper.summary}});
  document["options"] = Json::array();
  for (const OptionSpec& option : optionTable()) {
    Json json;
    json["name"] = option.name;
    json["alias"] = orNull(option.alias);
    json["letter"] = option.letter == 0 ? Json(nullptr) : Json(std::string(1, option.letter));
    json["kind"] = toString(option.kind);
    json["argument"] = orNull(option.argument);
    json["default"] = orNull(option.byDefault);
    json["implied"] = orNull(option.implied);
    json["excludes"] = orNull(option.excludes);
    json["group"] = option.group;
    json["help"] = option.help;
    json["commands"] = Json::array();
    for (const CommandSpec& spec : commandTable())
      if ((option.commands & unsigned(spec.command)) != 0) json["commands"].push_back(spec.name);
    document["options"].push_back(std::move(json));
  }
  document["exit_codes"] = exitCodes;
  return serialize(document);
}

}  // namespace barricade
