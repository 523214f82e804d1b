"""`scripts/verify KERNEL`: lowers the source and runs `barricade verify` on it."""

from . import help_text
from .command import Command
from .exit_codes import FINE


def main(arguments):
  return Command("verify", arguments, help_text.VERIFY, _run).main()


def _run(command):
  code, _ = command.run_program("verify", command.lowered())
  return code if code else FINE
