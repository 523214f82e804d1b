"""`barricade completion SHELL`: completions for bash, zsh and fish, from the tables of options.

What a command takes is asked of the program (`barricade document json`); `verify` and `repair` know
the options of the scripts as well, so their parsers are asked too.
"""

import argparse
import re

from commands import repair, verify
from commands.command import Command
from commands.exit_codes import FINE
from commands.program import Program

from .explain import kinds

SHELLS = ("bash", "zsh", "fish")
_WORDS = {"completion": SHELLS, "explain": kinds()}  # what follows these commands


class Option:
  """`words`: what may follow, or None where the shell is to complete files."""

  def __init__(self, names, text, takes_value, words=None):
    self.names, self.text, self.takes_value, self.words = names, text, takes_value, words


def main(arguments):
  parser = argparse.ArgumentParser(prog="barricade completion", description=__doc__.split("\n")[0])
  parser.add_argument("shell", choices=SHELLS)
  shell = parser.parse_args(arguments).shell
  program = Program()
  print({"bash": bash, "zsh": zsh, "fish": fish}[shell](tables(program)), end="")
  return FINE


def tables(program):
  """{command: (summary, Options)}."""
  result = {}
  for command in program.table()["commands"]:
    options = [_from_table(o) for o in program.table()["options"] if command["name"] in o["commands"]]
    result[command["name"]] = (command["summary"], options)
  for module, name in ((verify, "verify"), (repair, "repair")):
    result[name] = (result[name][0], _from_parser(module, name, program, result[name][1]))
  return result | {helper["name"]: (helper["summary"], []) for helper in program.table()["helpers"]}


def _from_table(option):
  names = ["--" + name for name in (option["name"], option["alias"]) if name]
  if option["letter"]:
    names.insert(0, "-" + option["letter"])
  takes = option["kind"] != "flag"
  words = option["argument"].split("|") if option["kind"] == "choice" else None
  return Option(names, option["help"], takes, words)


def _from_parser(module, name, program, known):
  """The options of the script's parser; those of the table keep their choices."""
  parser = Command(name, [], module.TEXTS, None, module.add_own, None).full_parser(program)
  by_name = {option.names[-1]: option for option in known}
  return [by_name.get(action.option_strings[-1]) or
          Option(action.option_strings, (action.help or "").replace("%%", "%"), action.nargs != 0)
          for action in parser._actions if action.option_strings]


def _plain(text, limit=70):
  """A description without what a shell would take for its own."""
  text = re.sub(r"[`'\"\[\]$\\]", "", " ".join(text.split())).replace(":", ";")
  return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " ..."


def bash(commands):
  cases = []
  for name, (_, options) in commands.items():
    words = [n + ("=" if o.takes_value and n.startswith("--") else "")
             for o in options for n in o.names]
    cases.append(f"    {name}) words='{' '.join(words)}' ;;")
  choices = [f"    {n}) words='{' '.join(words)}' ;;" for n, words in _WORDS.items()]
  choices += sorted({f"    {n}) words='{' '.join(o.words)}' ;;" for _, options in commands.values()
                    for o in options if o.words for n in o.names})
  return f"""# bash completion for barricade
_barricade() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{' '.join(commands)} --help --version' -- "$current"))
    return
  fi
  if [ "$current" = = ]; then current=''; fi
  if [ "$previous" = = ]; then previous="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
  case "$previous" in
{chr(10).join(choices)}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{chr(10).join(cases)}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current"))
        case "${{COMPREPLY[0]}}" in *=) compopt -o nospace ;; esac ;;
    *) compopt -o default ;;
  esac
}}
complete -F _barricade barricade
"""


def zsh(commands):
  lines = ["#compdef barricade", "", "_barricade() {", "  local -a commands=("]
  lines += [f"    '{name}:{_plain(text)}'" for name, (text, _) in commands.items()]
  lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe command commands", "    return",
            "  fi", "  case $words[2] in"]
  for name, (_, options) in commands.items():
    specs = []
    for option in options:
      for one in option.names:
        equals = "=" if option.takes_value and one.startswith("--") else \
            "+" if option.takes_value else ""
        value = "" if not option.takes_value else \
            f":value:({' '.join(option.words)})" if option.words else ":value:_files"
        specs.append(f"'*{one}{equals}[{_plain(option.text)}]{value}'")
    specs.append(f"'*:word:({' '.join(_WORDS[name])})'" if name in _WORDS else "'*:file:_files'")
    body = " \\\n        ".join(specs)
    lines += [f"    {name})", "      shift words; (( CURRENT-- ))",
              f"      _arguments {body} ;;"]
  return "\n".join([*lines, "  esac", "}", "", '_barricade "$@"', ""])


def fish(commands):
  lines = ["# fish completion for barricade"]
  for name, (text, _) in commands.items():
    lines.append(f"complete -c barricade -n __fish_use_subcommand -f -a {name} -d '{_plain(text)}'")
  lines += [f"complete -c barricade -n '__fish_seen_subcommand_from {name}' -f "
            f"-a '{' '.join(words)}'" for name, words in _WORDS.items()]
  for name, (_, options) in commands.items():
    for option in options:
      spelled = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}"
                         for n in option.names)
      value = f" -x -a '{' '.join(option.words)}'" if option.words else \
          " -r" if option.takes_value else ""
      lines.append(f"complete -c barricade -n '__fish_seen_subcommand_from {name}' "
                   f"{spelled}{value} -d '{_plain(option.text)}'")
  return "\n".join(lines) + "\n"
