"""A kernel as the program takes it: lowered if it is source, with the options of its head."""

import os

from commands import lowering_step
from commands.request import CommandParser


def lowered(program, kernel, command, folder):
  """(the file for the program, the arguments of `command` that the head gives)."""
  every = program.options("verify", "repair")
  parser = CommandParser("bench", every)
  request = parser.parse_request([kernel])
  request.defaults_from(parser.read_head(kernel)[0], every)
  path = kernel
  if request.is_source:
    path = os.path.join(folder, "kernel.gbpl")
    lowering_step.lower_file(kernel, request, path)
  return path, program.arguments_for(command, request.program_options())
