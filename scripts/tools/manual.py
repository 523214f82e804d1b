"""The manual page that is installed: that of the program (`barricade document man`), with the
commands that are scripts, and the options that verify and repair have for source.

Called where the program is installed (cmake/Install.cmake), by `scripts/helper manual`.
"""

import subprocess

from commands import repair, verify
from commands.command import Command
from commands.exit_codes import FINE
from commands.program import Program


def main(_arguments):
  program = Program()
  page = subprocess.run([program.path, "document", "man"], capture_output=True, text=True,
                        check=True).stdout
  print(completed(page, program), end="")
  return FINE


def completed(page, program):
  helpers = program.table()["helpers"]
  synopsis = "".join(f".br\n.B barricade {_plain(one['name'] + ' ' + one['arguments'])}\n"
                     for one in helpers)
  commands = "".join(f".TP\n.B {_plain(one['name'])}\n{_plain(one['summary'])}\n" for one in helpers)
  for title, text in ((".SH COMMANDS\n", synopsis), (".SH OPTIONS\n", commands),
                      (".SH EXIT STATUS\n", _source_options(program))):
    before, found, after = page.partition(title)
    if not found:
      raise ValueError(f"the manual page has no {title}")
    page = before + text + found + after
  return page


def _source_options(program):
  """What verify and repair know beyond the program's options, for source, folders and builds."""
  known = {name for option in program.table()["options"] for name in _spellings(option)}
  text, told = ".SH OPTIONS FOR SOURCE\n", set()
  for module, command in ((verify, "verify"), (repair, "repair")):
    parser = Command(command, [], module.TEXTS, None, module.add_own, None).full_parser(program)
    for action in parser._actions:
      names = [name for name in action.option_strings if name not in known | told]
      if not names or not action.help:
        continue
      told.update(names)
      value = f" {action.metavar}" if action.nargs != 0 and action.metavar else ""
      only = " (repair)" if command == "repair" else ""
      text += f".TP\n.B {_plain(', '.join(names) + value)}\n" \
              f"{_plain(action.help.replace('%%', '%') + only)}\n"
  return text


def _spellings(option):
  names = ["--" + name for name in (option["name"], option["alias"]) if name]
  return names + ([f"-{option['letter']}"] if option["letter"] else [])


def _plain(text):
  """For roff: no escapes, no requests."""
  text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
  return "\\&" + text if text[:1] in ".'" else text
