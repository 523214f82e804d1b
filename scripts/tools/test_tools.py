"""doctor and completion, with the program as it was built."""

import contextlib
import io
import os
import shutil
import subprocess
import tempfile
import unittest

from commands.program import BUILT, Program
from tools import completion


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

  def test_every_command_of_the_program_is_known(self):
    known = completion.tables(Program())
    helped = subprocess.run([BUILT, "--help"], capture_output=True, text=True, check=True).stdout
    self.assertGreater(len(known), 10)
    for name in known:
      self.assertIn(f"\n  {name} ", helped)


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
