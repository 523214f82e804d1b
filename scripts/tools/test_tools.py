"""doctor, completion and the manual page, with the program as it was built."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from commands.program import BUILT, ROOT, Program
from tools import completion


# Each line is completed, and read until what must come is there.
_ZSH = """
zmodload zsh/zpty
zpty z 'PS1= zsh -f -i'
zpty -w z 'fpath=(FOLDER $fpath); autoload -U compinit; compinit -u -D; bindkey "^I" complete-word'
zpty -w z 'echo rea""dy'
zpty -r z out '*ready*'
ask() { zpty -w -n z "$1"$'\\t'; zpty -r z out "*$2*"; print -r -- $out; zpty -w -n z $'\\x15' }
ask 'barricade rep' 'repair '
ask 'barricade repair --objective=co' 'cost '
ask 'barricade explain unini' 'uninitialized '
"""


class Completion(unittest.TestCase):
  def text(self, shell):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
      completion.main([shell])
    return out.getvalue()

  def test_each_shell_reads_its_own(self):
    for shell in completion.SHELLS:
      with self.subTest(shell), tempfile.NamedTemporaryFile("w") as file:
        file.write(self.text(shell))
        file.flush()
        if shutil.which(shell) is None:
          self.skipTest(f"{shell} is not installed")
        done = subprocess.run([shell, "-n", file.name], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

  def test_bash_completes_commands_options_and_choices(self):
    def complete(*words):
      script = (self.text("bash") + f"COMP_WORDS=({' '.join(words)})\nCOMP_CWORD={len(words) - 1}\n"
                "compopt() { :; }\n_barricade\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n")
      done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
      return done.stdout.split()
    self.assertEqual(complete("barricade", "rep"), ["repair"])
    self.assertEqual(complete("barricade", "repair", "--back"), ["--backup"])
    self.assertEqual(complete("barricade", "verify", "--check-array"), ["--check-array-bounds"])
    self.assertEqual(complete("barricade", "verify", "--color", "=", "nev"), ["never"])
    self.assertEqual(complete("barricade", "explain", "unini"), ["uninitialized"])

  def test_fish_completes(self):
    if shutil.which("fish") is None:
      self.skipTest("fish is not installed")
    def complete(line):
      script = self.text("fish") + f"complete -C '{line}'\n"
      done = subprocess.run(["fish", "--no-config"], input=script, capture_output=True, text=True,
                            check=True)
      return [found.split("\t")[0] for found in done.stdout.splitlines()]
    self.assertEqual(complete("barricade rep"), ["repair"])
    self.assertEqual(complete("barricade repair --objective=co"), ["--objective=cost"])
    self.assertEqual(complete("barricade explain unini"), ["uninitialized"])

  def test_zsh_completes(self):
    """In a terminal of its own, by pressing the tabulator."""
    if shutil.which("zsh") is None:
      self.skipTest("zsh is not installed")
    with tempfile.TemporaryDirectory() as folder:
      with open(os.path.join(folder, "_barricade"), "w", encoding="utf-8") as file:
        file.write(self.text("zsh"))
      done = subprocess.run(["zsh", "-f"], input=_ZSH.replace("FOLDER", folder), text=True,
                            capture_output=True, timeout=120, check=True,
                            env={**os.environ, "TERM": "dumb"})
    self.assertIn("barricade repair ", done.stdout)
    self.assertIn("--objective=cost ", done.stdout)
    self.assertIn("barricade explain uninitialized ", done.stdout)

  def test_every_command_of_the_program_is_known(self):
    known = completion.tables(Program())
    helped = subprocess.run([BUILT, "--help"], capture_output=True, text=True, check=True).stdout
    self.assertGreater(len(known), 10)
    for name in known:
      self.assertIn(f"\n  {name} ", helped)


class Manual(unittest.TestCase):
  def test_it_has_all_commands_and_what_scripts_know(self):
    page = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "helper"), "manual"],
                          capture_output=True, text=True, check=True).stdout
    for text in (".B barricade mcp\n", ".B doctor\n", ".B \\-\\-since REV\n", ".B \\-\\-fix "):
      self.assertIn(text, page)
    self.assertEqual(page.count(".B \\-\\-baseline"), 1)
    if shutil.which("man") is None:
      self.skipTest("man is not installed (apt install man-db)")
    done = subprocess.run(["man", "--warnings", "-Tutf8", "-l", "-"], input=page, text=True,
                          capture_output=True, check=True)
    self.assertEqual(done.stderr, "")
    self.assertIn("the language server, for editors", done.stdout)


class Doctor(unittest.TestCase):
  def run_doctor(self, **environment):
    return subprocess.run([BUILT, "doctor"], env={**os.environ, **environment},
                          capture_output=True, text=True, check=False)

  def test_finds_what_the_tests_need(self):
    done = self.run_doctor()
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertRegex(done.stdout, r"ok +clang +\d+\.")

  def test_names_what_is_missing(self):
    done = self.run_doctor(BARRICADE_CLANG="no-such-clang")
    self.assertEqual(done.returncode, 5)
    self.assertRegex(done.stdout, r"missing +clang +clang not found: no-such-clang")
    self.assertIn("clang: needed for kernels", done.stdout)


if __name__ == "__main__":
  unittest.main()
