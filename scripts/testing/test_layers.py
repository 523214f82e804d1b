"""The C++ folders are layers: a file includes what its folder may use and nothing above it.

LAYERS is the whole rule. Tests may read kernels with the front end as well.
"""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each folder with the folders that it builds on; what these build on is allowed too.
LAYERS = {
    "grammar": (),
    "ir": (),
    "finding": ("ir",),
    "frontend": ("grammar", "ir"),
    "instrument": ("ir",),
    "solver/index": ("ir",),
    "solver/smt": ("solver/index",),
    "solver/maxsat": (),
    "analysis": ("finding", "solver/smt"),
    "encoding": ("analysis",),
    "verifier": ("encoding",),
    "precondition": ("verifier", "solver/maxsat"),
    "postcondition": ("verifier",),
    "interpreter": ("finding",),
    "advice": ("interpreter",),
    "restructure": ("analysis",),
    "repair": ("instrument", "restructure", "verifier", "solver/maxsat"),
    "report": ("finding", "repair"),
    "barricade": ("advice", "frontend", "interpreter", "postcondition", "precondition",
                  "report"),
}


def reachable(folder):
  """The folders that `folder` may include, itself among them."""
  found = {folder}
  for below in LAYERS[folder]:
    found |= reachable(below)
  return found


def folder_of(path):
  """The layer of a file or an include; longer names first, none for generated headers."""
  for folder in sorted(LAYERS, key=len, reverse=True):
    if path.startswith(folder + "/"):
      return folder
  return None


def sources():
  for folder in LAYERS:
    for path in sorted((ROOT / folder).glob("*")):
      if path.suffix in (".h", ".cpp"):
        yield path.relative_to(ROOT).as_posix(), path.read_text()


def includes(text):
  return re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)


class Layers(unittest.TestCase):
  def test_each_layer_stands_on_earlier_ones(self):
    order = list(LAYERS)
    for folder, below in LAYERS.items():
      for other in below:
        self.assertLess(order.index(other), order.index(folder), f"{folder} builds on {other}")

  def test_no_include_leads_upwards(self):
    seen = 0
    for path, text in sources():
      allowed = reachable(folder_of(path))
      if "test" in pathlib.Path(path).stem:
        allowed |= reachable("frontend")
      for include in includes(text):
        layer = folder_of(include)
        if layer is None:
          continue
        seen += 1
        self.assertIn(layer, allowed, f"{path} includes {include}")
    self.assertGreater(seen, 500)

  def test_every_folder_is_a_layer(self):
    names = subprocess.run(["git", "ls-files", "*.cpp", "*.h"], cwd=ROOT, capture_output=True,
                           text=True, check=True).stdout.split()
    folders = {name.rpartition("/")[0] for name in names}
    beside = {f for f in folders if f.startswith(("testsuite", "scripts/", "cmake"))}
    self.assertEqual(folders - beside, set(LAYERS) - {"grammar"})

  def test_no_files_include_each_other(self):
    files = {path: [i for i in includes(text) if folder_of(i)] for path, text in sources()}
    done, open_files = set(), []

    def visit(path):
      self.assertNotIn(path, open_files, " -> ".join([*open_files, path]))
      if path in done:
        return
      open_files.append(path)
      for include in files.get(path, ()):
        visit(include)
      done.add(open_files.pop())

    for path in files:
      visit(path)

  def test_every_include_names_its_folder(self):
    for path, text in sources():
      for include in includes(text):
        self.assertTrue(folder_of(include) or "/" not in include, f"{path}: {include}")
        if folder_of(include) not in (None, "grammar"):
          self.assertTrue((ROOT / include).exists(), f"{path}: {include}")

  def test_the_picture_shows_them(self):
    """The first drawing of docs/architecture.md has an arrow for each entry of LAYERS."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    drawing = re.search(r"flowchart BT\n(.*?)```", text, re.DOTALL).group(1)
    arrows = {tuple(re.sub(r'\["?([^"\]]*)"?\]', "", end).strip() for end in line.split("-->"))
              for line in drawing.splitlines() if "-->" in line}
    def name(folder):
      return folder.split("/")[-1]
    expected = {(name(folder), name(other)) for folder, below in LAYERS.items() for other in below}
    self.assertEqual(arrows, expected)

  def test_recipes_name_files_that_exist(self):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for path in re.findall(r"`((?:%s|scripts|docs|testsuite)/[\w/.-]+)`" % "|".join(
        sorted({folder.split("/")[0] for folder in LAYERS})), text):
      self.assertTrue((ROOT / path).exists(), path)

  def test_the_readme_lists_them_in_this_order(self):
    listed = re.search(r"In the order (.*?), each includes only", (ROOT / "README.md").read_text(),
                       re.DOTALL).group(1)
    folders = list(dict.fromkeys(folder.split("/")[0] for folder in LAYERS))
    self.assertEqual(re.findall(r"`(\w+)`", listed), folders)


if __name__ == "__main__":
  unittest.main()
