"""What was left out of a CUDA or OpenCL file and added to it (hostcode.py), as notes for the user."""

import os

from . import toolkit

_NOT_HERE = "host code that does not compile here is left out"


def remarks(host):
  """The notes on a HostCode, as lines."""
  return [*_missing(host), *_of_project(host), *_assumed(host), *_left_out(host), *_instances(host)]


def _missing(host):
  if not host.missing:
    return []
  also = ", --cuda-path a CUDA toolkit" if any(map(toolkit.may_have, host.missing)) \
      and not os.path.isdir(host.toolkit) else ""
  search = "" if host.project else ", --project one to search in"
  return [f"{host.source}: note: headers that were not found count as empty: {', '.join(host.missing)} "
          f"(-I names their folder{search}{also})"]


def _of_project(host):
  """On the headers that the project has elsewhere: one for each folder that -I would name."""
  folders, others = {}, []
  for name, real in host.found:
    if real.endswith(os.sep + name):
      folders.setdefault(os.path.relpath(real[:-len(name)]), []).append(name)
    else:
      others.append(f"{host.source}: note: the header '{name}' is taken to be {os.path.relpath(real)}")
  return [f"{host.source}: note: taken from the project, as with -I {folder}: {', '.join(names)}"
          for folder, names in folders.items()] + others


def _assumed(host):
  said = []
  for name, text, place in host.assumed:
    where = f" as in {os.path.relpath(place)}" if place else ""
    taken = "its definition" if text.endswith(";") else f"-D {name}={text}"
    said.append(f"{host.source}: note: nothing defines '{name}': what is said holds for {taken}{where}")
  return said


def _left_out(host):
  """On the host code that is blanked: one for each file, of several headers one together."""
  said, headers = [], []
  for path, file in host.files.items():
    if not file or not file.blanked or path.startswith(host.toolkit):
      continue
    said += [f"{file.name}:{line}: note: a launch from the device is left out; its kernel is verified by "
             "itself, not together with this one" for line in file.launches]
    lines = sorted({file.line_of(begin) for begin, _ in file.blanked
                    if begin not in file.refused} - set(file.launches))
    if not lines:
      continue
    note = f"{file.name}:{lines[0]}: note: {_NOT_HERE}: line{'s' if lines[1:] else ''} {_ranges(lines)}"
    if file.name == host.source:
      said.append(note)
    else:
      headers.append((f"{os.path.relpath(file.name)}:{lines[0]}", note))
  if len(headers) > 1:
    return [f"{host.source}: note: {_NOT_HERE} in headers: {', '.join(place for place, _ in headers)}", *said]
  return [note for _, note in headers] + said


def _instances(host):
  return [f"{host.source}: note: nothing instantiates the template '{template.qualified()}': what is said "
          f"of it holds for {template.name}<{words}>" for template, words in host.guessed] + \
         [f"{host.source}: note: '{template.qualified()}' is a template that nothing instantiates, and is not "
          f"looked at; `template __global__ void {template.name}<..>(..);` instantiates it"
          for template in host.unmade]


def _ranges(numbers):
  """At most ten of the lines, those that follow each other as a range."""
  groups = []
  for number in numbers:
    if groups and number == groups[-1][1] + 1:
      groups[-1][1] = number
    else:
      groups.append([number, number])
  told = [str(a) if a == b else f"{a}-{b}" for a, b in groups[:10]]
  return ", ".join(told) + (", .." if len(groups) > 10 else "")
