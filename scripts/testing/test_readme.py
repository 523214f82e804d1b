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

  def test_links_lead_somewhere(self):
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "testsuite" / "README.md",
             *(ROOT / "docs").glob("*.md")]
    for page in pages:
      for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}")


if __name__ == "__main__":
  unittest.main()
