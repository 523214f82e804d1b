"""What is around the program does what it says: templates, the extension, the site, the tutorial."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from commands import repair, verify
from commands.command import Command
from commands.program import BUILT, Program

_TEMPLATES = ("action.yml", "ci/github-workflow.yml", "ci/gitlab.yml", ".pre-commit-hooks.yaml",
              "docs/editors.md", "docs/tutorial.md", "docs/install.md", "docs/configuration.md")


def known_options():
  result = set()
  for module, name in ((verify, "verify"), (repair, "repair")):
    parser = Command(name, [], module.TEXTS, None, module.add_own, None).full_parser(Program())
    result |= set(parser._option_string_actions)
  return result


class Templates(unittest.TestCase):
  def test_their_options_exist(self):
    known = known_options() | {"--install", "--prefix", "--rm"}  # of cmake and docker
    for name in _TEMPLATES:
      for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", (ROOT / name).read_text()):
        with self.subTest(name):
          self.assertIn(option, known)

  def test_they_are_yaml(self):
    try:
      import yaml
    except ImportError:
      self.skipTest("python3-yaml is not installed")
    for name in _TEMPLATES[:4]:
      with self.subTest(name):
        self.assertTrue(yaml.safe_load((ROOT / name).read_text()))

  def test_the_extension(self):
    folder = ROOT / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text())
    self.assertTrue((folder / package["main"]).exists())
    if shutil.which("node") is None:
      self.skipTest("Node.js is not installed")
    subprocess.run(["node", "--check", str(folder / package["main"])], check=True)


class Site(unittest.TestCase):
  def test_every_link_leads_somewhere(self):
    if shutil.which("mkdocs") is None:
      self.skipTest("mkdocs is not installed")
    done = subprocess.run([str(ROOT / "scripts" / "site")], capture_output=True, text=True,
                          check=False)
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("A data race", (ROOT / "build" / "site" / "findings" / "race.html").read_text())


class Tutorial(unittest.TestCase):
  """Its commands, in their order, as a reader types them."""

  def run_here(self, command):
    environment = {**os.environ, "XDG_CACHE_HOME": self.folder + "/cache",
                   "PATH": os.path.dirname(BUILT) + os.pathsep + os.environ["PATH"],
                   **{f"GIT_{who}_{what}": "reader@example.org" for who in ("AUTHOR", "COMMITTER")
                      for what in ("NAME", "EMAIL")}}
    return subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True, text=True,
                          check=False, env=environment)

  def test_from_a_race_to_a_merged_patch(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    text = (ROOT / "docs" / "tutorial.md").read_text()
    kernel = pathlib.Path(self.folder, "blur.cu")
    kernel.write_text(re.search(r"```\n(#define BLOCK.*?)```", text, re.DOTALL).group(1))
    self.run_here("git init -q")
    said = []
    for command in re.findall(r"^    (\S.*)$", text, re.MULTILINE):
      done = self.run_here(command)
      said.append(done.stdout)
      wrong_kernel = command == "barricade verify blur.cu" and len(said) == 2
      self.assertEqual(done.returncode, 1 if wrong_kernel else 0, command + done.stdout + done.stderr)
    self.assertIn("[race]", said[1])
    self.assertTrue(any("proven minimal" in one for one in said))
    self.assertTrue(any("1 verified" in one for one in said))
    self.assertIn("  __syncthreads();\n  if (i < n)", kernel.read_text())


if __name__ == "__main__":
  unittest.main()
