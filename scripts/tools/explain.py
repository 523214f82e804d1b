"""`barricade explain KIND`: the page of a kind of finding (docs/findings)."""

import argparse
import difflib
import os
import sys

from commands.exit_codes import FINE, USAGE
from commands.program import ROOT

_FOLDER = os.path.join(ROOT, "docs", "findings")


def kinds():
  return sorted(name[:-3] for name in os.listdir(_FOLDER)
                if name.endswith(".md") and name != "README.md")


def page(kind):
  """The text of a page, or None."""
  if kind not in kinds():
    return None
  with open(os.path.join(_FOLDER, kind + ".md"), encoding="utf-8") as file:
    return file.read()


def main(arguments):
  parser = argparse.ArgumentParser(prog="barricade explain", description=__doc__.split("\n")[0])
  parser.add_argument("kind", nargs="?", help="as it stands in brackets after a finding")
  kind = parser.parse_args(arguments).kind
  if kind is None:
    print("\n".join(f"{name:20}{_title(name)}" for name in kinds()))
    return FINE
  text = page(kind)
  if text is None:
    close = difflib.get_close_matches(kind, kinds(), 1)
    print(f"error: '{kind}' is no kind of finding"
          + (f"; did you mean '{close[0]}'?" if close else f": {', '.join(kinds())}"),
          file=sys.stderr)
    return USAGE
  print(text, end="")
  return FINE


def _title(kind):
  return page(kind).split("\n", 1)[0].lstrip("# ")
