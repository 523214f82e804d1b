"""README.md shows what the program prints, and its links and those of docs/ lead somewhere.

The program under test is build/release/bin/barricade, or what BARRICADE names.
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE", str(ROOT / "build" / "release" / "bin" / "barricade"))


class Readme(unittest.TestCase):
  def test_the_example_prints_what_is_shown(self):
    text = (ROOT / "README.md").read_text()
    command = re.search(r"^    \./(scripts/repair \S+)$", text, re.MULTILINE).group(1).split()
    shown = re.search(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)
    done = subprocess.run([sys.executable, *command, "--program", PROGRAM], cwd=ROOT,
                          capture_output=True, text=True, timeout=60)
    self.assertEqual((done.returncode, done.stderr), (0, ""))
    self.assertEqual(done.stdout, shown)

  def test_the_commands_that_are_named_answer(self):
    text = (ROOT / "README.md").read_text()
    table = re.search(r"## What there is\n(.*?)\n\n`--json`", text, re.DOTALL).group(1)
    commands = re.findall(r"`(barricade|scripts)[ /]([a-z]+)", table)
    self.assertGreater(len(commands), 6)
    for kind, name in commands:
      line = [PROGRAM, name] if kind == "barricade" else [str(ROOT / "scripts" / name)]
      if name in ("verify", "repair", "advise") and kind == "scripts":
        line.append(f"--program={PROGRAM}")
      done = subprocess.run([*line, "--help"], capture_output=True, text=True, timeout=120)
      self.assertEqual(done.returncode, 0, f"{line}: {done.stderr}")

  def test_links_lead_somewhere(self):
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "testsuite" / "README.md",
             *(ROOT / "docs").glob("*.md")]
    for page in pages:
      for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}")


if __name__ == "__main__":
  unittest.main()
