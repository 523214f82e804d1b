#include "barricade/command_line.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "barricade/check_list.h"
#include "barricade/launch_size.h"
#include "barricade/option_table.h"
#include "frontend/diagnostics.h"

namespace barricade {

namespace {

namespace po = boost::program_options;

// Thrown and caught in this file only.
struct BadUsage : std::runtime_error {
  using runtime_error::runtime_error;
};

Command parseCommand(const std::string& word) {
  NearestName nearest(word);
  for (const CommandSpec& spec : commandTable()) {
    if (spec.name == word) return spec.command;
    nearest.consider(spec.name);
  }
  if (word == commandSpec(Command::Document).name) return Command::Document;
  if (word.find('.') != std::string::npos)
    throw BadUsage("no command before '" + word + "' (as in 'barricade verify " + word + "')");
  throw BadUsage("unknown command '" + word + "'" + nearest.suggestion());
}

const OptionSpec* findOption(std::string_view name) {
  for (const OptionSpec& spec : optionTable()) {
    if (spec.name == name || (!spec.alias.empty() && spec.alias == name)) return &spec;
    if (spec.letter != 0 && name.size() == 1 && name[0] == spec.letter) return &spec;
  }
  return nullptr;
}

void describe(po::options_description& description, const OptionSpec& spec, std::string_view name) {
  std::string names(name);
  if (spec.letter != 0 && name == spec.name) names += std::string(",") + spec.letter;
  if (spec.kind == OptionKind::Flag) {
    description.add_options()(names.c_str(), "");
    return;
  }
  description.add_options()(names.c_str(), po::value<std::vector<std::string>>(), "");
}

po::options_description describeAll() {
  po::options_description description;
  for (const OptionSpec& spec : optionTable()) {
    describe(description, spec, spec.name);
    if (!spec.alias.empty()) describe(description, spec, spec.alias);
  }
  description.add_options()("input", po::value<std::vector<std::string>>(), "");
  return description;
}

std::string shortest(double number) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  return error == std::errc() ? std::string(buffer, end) : std::to_string(number);
}

double parseNumber(const OptionSpec& spec, const std::string& name, const std::string& text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = spec.kind != OptionKind::Count || number == std::floor(number);
  if (error != std::errc() || end != text.data() + text.size() || !whole ||
      !(number >= spec.low && number <= spec.high)) {
    throw BadUsage("'" + text + "' is not a value of --" + name + ": it takes " +
                   (spec.kind == OptionKind::Count ? "an integer" : "a number") + " from " +
                   shortest(spec.low) + " to " + shortest(spec.high));
  }
  return number;
}

void checkChoice(const OptionSpec& spec, const std::string& name, const std::string& text) {
  NearestName nearest(text);
  std::string_view rest = spec.argument;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = rest.find('|');
    std::string_view word = rest.substr(0, end);
    if (word == text) return;
    nearest.consider(word);
    if (end != std::string_view::npos) rest.remove_prefix(end + 1);
  }
  throw BadUsage("'" + text + "' is not a value of --" + name + ": it takes " +
                 std::string(spec.argument) + nearest.suggestion());
}

std::vector<std::string> wordsOf(std::string_view list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    words.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

OptionValue convert(const OptionSpec& spec, const std::string& name,
                    const std::vector<std::string>& texts) {
  OptionValue value;
  if (spec.kind == OptionKind::Flag) return value;
  value.texts = texts;
  value.text = texts.back();
  if (value.text.empty()) throw BadUsage("--" + name + " needs a value");
  switch (spec.kind) {
    case OptionKind::Flag:
    case OptionKind::Text:
    case OptionKind::List: break;
    case OptionKind::Count:
    case OptionKind::Number: value.number = parseNumber(spec, name, value.text); break;
    case OptionKind::Choice: checkChoice(spec, name, value.text); break;
    case OptionKind::Choices:
      value.texts = wordsOf(value.text);
      for (const std::string& word : value.texts) checkChoice(spec, name, word);
      break;
    case OptionKind::Sizes: {
      auto sizes = parseLaunchSizes(value.text);
      if (auto* problem = std::get_if<std::string>(&sizes)) {
        throw BadUsage("'" + value.text + "' is not a value of --" + name + ": it " + *problem);
      }
      value.sizes = std::get<LaunchSizes>(sizes);
      break;
    }
    case OptionKind::Arguments: {
      auto arguments = parseKernelArguments(value.text);
      if (auto* problem = std::get_if<std::string>(&arguments)) {
        throw BadUsage("'" + value.text + "' is not a value of --" + name + ": it " + *problem);
      }
      value.arguments = std::get<KernelArguments>(arguments);
      break;
    }
    case OptionKind::CheckNames: {
      auto checks = parseChecks(value.text);
      if (auto* problem = std::get_if<std::string>(&checks)) {
        throw BadUsage("'" + value.text + "' is not a value of --" + name + ": it " + *problem);
      }
      value.checks = std::get<Checks>(checks);
      break;
    }
  }
  return value;
}

std::string commandsOf(const OptionSpec& spec) {
  std::string names;
  for (const CommandSpec& command : commandTable()) {
    if ((spec.commands & unsigned(command.command)) == 0) continue;
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  }
  return names;
}

struct GivenOption {
  const OptionSpec* spec;
  std::string name;  // as written
  std::vector<std::string> texts;
};

std::vector<GivenOption> givenOptions(const po::parsed_options& parsed) {
  std::vector<GivenOption> given;
  for (const po::option& option : parsed.options) {
    if (option.string_key == "input") continue;
    const OptionSpec* spec = findOption(option.string_key);
    auto same = [&](const GivenOption& other) { return other.spec == spec; };
    auto before = std::find_if(given.begin(), given.end(), same);
    if (before == given.end()) {
      given.push_back({spec, option.string_key, option.value});
    } else if (spec->kind == OptionKind::List) {
      before->texts.insert(before->texts.end(), option.value.begin(), option.value.end());
    } else if (spec->kind != OptionKind::Flag) {
      throw BadUsage("--" + option.string_key +
                     (before->name == option.string_key
                          ? std::string(" is given twice")
                          : " is the same as --" + before->name + ", which is given as well"));
    }
  }
  return given;
}

void applyOptions(Settings& settings, const std::vector<GivenOption>& given) {
  auto isGiven = [&](std::string_view name) {
    return std::any_of(given.begin(), given.end(),
                       [&](const GivenOption& option) { return option.spec->name == name; });
  };
  for (const OptionSpec& spec : optionTable()) {
    bool applies = (spec.commands & unsigned(settings.command)) != 0;
    if (!applies || spec.byDefault.empty() || isGiven(spec.name)) continue;
    std::string name(spec.name);
    spec.apply(settings, convert(spec, name, {std::string(spec.byDefault)}));
  }
  for (const auto& [spec, name, texts] : given) {
    if ((spec->commands & unsigned(settings.command)) == 0) {
      throw BadUsage("--" + name + " is not an option of '" +
                     std::string(commandSpec(settings.command).name) +
                     "', but of: " + commandsOf(*spec));
    }
    if (!spec->excludes.empty() && isGiven(spec->excludes)) {
      throw BadUsage("--" + name + " and --" + std::string(spec->excludes) +
                     " cannot be given together");
    }
    spec->apply(settings, convert(*spec, name, texts));
  }
}

// --global_size must be a multiple of the block's size, as the launch would demand.
void checkGlobalSize(const VerifyOptions& options) {
  for (std::size_t i = 0; i < options.globalSize.size(); ++i) {
    const auto& global = options.globalSize[i];
    const auto& local = options.groupSize[i];
    if (!global || !global->value || !local || !local->value) continue;
    if (*global->value % *local->value != 0) {
      throw BadUsage("the global size " + global->value->str() +
                     " is not a multiple of the block's size " + local->value->str());
    }
  }
}

void checkInputs(const Settings& settings) {
  const CommandSpec& command = commandSpec(settings.command);
  if (settings.help || settings.version) return;
  std::string usage = " (usage: barricade " + std::string(command.name) + " [options] " +
                      std::string(command.arguments) + ")";
  if (settings.inputs.empty()) throw BadUsage("no input file" + usage);
  if (settings.inputs.size() > 1 && !command.severalInputs) {
    throw BadUsage("more than one input file" + usage);
  }
  if (std::count(settings.inputs.begin(), settings.inputs.end(), "-") > 1) {
    throw BadUsage("standard input can be read only once");
  }
}

void checkFrontEnd(const ReportSettings& report) {
  if (report.editsTo.empty() != report.patchFrom.empty())
    throw BadUsage("--edits-to and --patch-from go together");
}

void checkOutputs(const ReportSettings& report) {
  int toStandardOutput = report.jsonLines ? 1 : 0;
  for (const std::string* file :
       {&report.json, &report.sarif, &report.html, &report.output, &report.certificate}) {
    if (*file == "-") ++toStandardOutput;
  }
  if (toStandardOutput > 1) throw BadUsage("only one document can go to standard output");
}

std::string unknownOption(const std::string& written) {
  std::string name = written.substr(std::min(written.find_first_not_of('-'), written.size()));
  name = name.substr(0, name.find('='));
  name = (written.starts_with("--") || name.size() > 1 ? "--" : "-") + name;
  NearestName nearest(name);
  for (const OptionSpec& spec : optionTable()) {
    nearest.consider("--" + std::string(spec.name));
    if (!spec.alias.empty()) nearest.consider("--" + std::string(spec.alias));
  }
  return "unknown option '" + name + "'" + nearest.suggestion();
}

// A bare `--stats` becomes `--stats=text`: Boost would take the next word for its value.
std::vector<std::string> withImpliedValues(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const OptionSpec* spec = findOption(std::string_view(argument).substr(2));
    if (spec != nullptr && !spec->implied.empty()) argument += "=" + std::string(spec->implied);
  }
  return arguments;
}

po::parsed_options split(const std::vector<std::string>& arguments) {
  static const po::options_description description = describeAll();
  po::positional_options_description positional;
  positional.add("input", -1);
  namespace style = po::command_line_style;
  try {
    return po::command_line_parser(withImpliedValues(arguments))
        .options(description)
        .positional(positional)
        .style(style::unix_style & ~style::allow_guessing & ~style::allow_sticky)
        .run();
  } catch (const po::unknown_option& error) {
    throw BadUsage(unknownOption(error.get_option_name()));
  } catch (const po::invalid_command_line_syntax& error) {
    bool missing = error.kind() == po::invalid_syntax::missing_parameter ||
                   error.kind() == po::invalid_syntax::empty_adjacent_parameter;
    throw BadUsage(error.get_option_name() + (missing ? " needs a value" : " takes no value"));
  } catch (const po::error& error) {
    throw BadUsage(error.what());
  }
}

Settings parse(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw BadUsage("no command (try 'barricade --help')");
  Settings settings;
  settings.verify.jobs = std::max(1U, std::thread::hardware_concurrency());
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") {
    settings.help = true;
    settings.command = arguments.size() > 1 ? parseCommand(arguments[1]) : Command::Document;
    return settings;
  }
  if (first == "--version") {
    settings.version = true;
    return settings;
  }
  if (first.starts_with('-')) {
    throw BadUsage("the command comes first, then options (try 'barricade --help')");
  }
  settings.command = parseCommand(first);
  if (settings.command == Command::Verify || settings.command == Command::Repair)
    settings.verify.checks = defaultChecks();
  po::parsed_options parsed = split({arguments.begin() + 1, arguments.end()});
  for (const po::option& option : parsed.options) {
    if (option.string_key != "input") continue;
    settings.inputs.insert(settings.inputs.end(), option.value.begin(), option.value.end());
  }
  applyOptions(settings, givenOptions(parsed));
  checkGlobalSize(settings.verify);
  checkOutputs(settings.report);
  checkFrontEnd(settings.report);
  checkInputs(settings);
  return settings;
}

// Where the JSON document goes when the command line as a whole cannot be understood.
std::string jsonTarget(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with("--json=")) return arguments[i].substr(7);
    if (arguments[i] == "--json" && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return "";
}

}  // namespace

std::variant<Settings, UsageError> parseCommandLine(const std::vector<std::string>& arguments) {
  try {
    return parse(arguments);
  } catch (const BadUsage& error) {
    const bool lines =
        std::find(arguments.begin(), arguments.end(), "--json-lines") != arguments.end();
    return UsageError{error.what(), jsonTarget(arguments), lines};
  }
}

}  // namespace barricade
