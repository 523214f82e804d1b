"""The commands without the verifier: a stand-in program answers what the test wants, and the
lowering hands the source on, so that what is tested is requests, patches, files and exit codes."""

import contextlib
import errno
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from commands import lowering_step, repair, verify
from commands.exit_codes import REJECTED, USAGE, Stop
from commands.request import parse, read_head

# Knows two options. A text with `needs` lines wants each of them elsewhere in the text to verify;
# its `edits` line is the repair.
PROGRAM = """#!{python}
import json, os, re, sys
command, arguments = sys.argv[1], sys.argv[2:]
if "--help" in arguments:
  extra = "  --objective=changes|cost          minimal\\n" if command == "repair" else ""
  print("usage\\n\\nInput:\\n  --kernel=NAME    k\\n  --no-benign-tolerance   b\\n"
        "  --blockDim=SIZES, --local_size=SIZES\\n  --json=FILE  j\\n  --sarif=FILE  s\\n" + extra)
  sys.exit(0)
text = open(arguments[0]).read()
needs = re.findall(r"//! needs (.*)", text)
edits = re.findall(r"//! edits (.*)", text)
rest = re.sub(r"//!.*", "", text)
good = all(n in rest for n in needs)
document = dict(schema=1, input=arguments[0], verdict="verified" if good else "refuted",
                findings=[] if good else [dict(kind="race", message="race on v", accesses=[])])
if command == "repair" and not good:
  document["repair"] = dict(status="repaired" if edits else "unrepairable",
                            edits=json.loads(edits[0]) if edits else [])
for sarif in [a[8:] for a in arguments if a.startswith("--sarif=")]:
  json.dump(dict(runs=[dict(results=document["findings"])], input=arguments[0]), open(sarif, "w"))
path = [a[7:] for a in arguments if a.startswith("--json=")]
if path:
  json.dump(document, open(path[0], "w"))
print(command, *[a for a in arguments[1:] if not a.startswith(("--json", "--sarif"))])
sys.exit(0 if good or command == "repair" and edits else 1)
"""
KERNEL = ("//--blockDim=64 --gridDim=1\n//! needs   __syncthreads();\n//! edits %s\n"
          "void __syncthreads();\n"
          "void k(int *v) {\n  int x = v[1];\n  v[0] = x;\n}\n")
EDIT = {"action": "add", "scope": "block", "line": 7, "column": 8, "where": "before"}
FIXED = "  int x = v[1];\n  __syncthreads();\n  v[0] = x;\n"


class Workbench(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = os.path.realpath(folder.name)
    self.program = self.write("program", PROGRAM.replace("{python}", sys.executable))
    os.chmod(self.program, 0o755)

    def lower_file(path, request, out, include=()):
      with open(path) as source, open(out, "w") as target:
        text = source.read()
        if "#error" in text:
          raise Stop(REJECTED, f"{path}:1:2: error: #error")
        target.write(text)
      return ["note: as it is"] if "leftOut" in text else []

    def clang_command(request, folder):
      return ["clang", "-x", "c++", request.input]

    for name, stand_in in (("lower_file", lower_file), ("clang_command", clang_command)):
      patcher = mock.patch.object(lowering_step, name, stand_in)
      patcher.start()
      self.addCleanup(patcher.stop)

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    with open(path, "w") as file:
      file.write(text)
    return path

  def read(self, name):
    with open(os.path.join(self.folder, name)) as file:
      return file.read()

  def run_main(self, main, *arguments):
    """(exit code, standard output, standard error) of a command in this process."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
      saved = os.dup(1)
      os.dup2(out.fileno(), 1)
      stdout = io.TextIOWrapper(os.fdopen(os.dup(1), "wb"), write_through=True)
      try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(err):
          code = main([*arguments, "--program", self.program])
      finally:
        os.dup2(saved, 1)
        os.close(saved)
        stdout.close()
      out.seek(0)
      err.seek(0)
      return code, out.read(), err.read()


class Help(Workbench):
  def test_needs_no_program(self):
    with mock.patch("commands.program.BUILT", os.path.join(self.folder, "none")), \
        contextlib.redirect_stdout(io.StringIO()) as out:
      self.assertEqual(verify.main(["--help"]), 0)
    self.assertIn("docs/options.md", out.getvalue())


class Repairing(Workbench):
  def test_patch_is_shown_and_applies(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    code, out, _ = self.run_main(repair.main, path)
    self.assertEqual(code, 0)
    self.assertTrue(out.startswith("repair\n"), out)
    diff = out[out.index("diff --git"):]
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=self.folder, check=True)
    self.assertIn(FIXED, self.read("k.cu"))

  def test_patch_that_does_not_verify_is_withheld(self):
    path = self.write("k.cu", (KERNEL % json.dumps([EDIT])).replace("//! edits",
                                                                    "//! needs more\n//! edits"))
    code, out, err = self.run_main(repair.main, path, "--json", self.folder + "/r.json", "--fix")
    self.assertEqual(code, 1)
    self.assertNotIn("diff", out)
    self.assertIn("no patch is offered: the patched source does not verify: race on v", err)
    self.assertEqual(json.loads(self.read("r.json"))["patch"]["status"], "withheld")
    self.assertNotIn(FIXED, self.read("k.cu"))

  def test_fix_with_backup(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    code, out, _ = self.run_main(repair.main, "--fix", "--backup", path)
    self.assertEqual(code, 0)
    self.assertIn(FIXED, self.read("k.cu"))
    self.assertEqual(self.read("k.cu.orig"), KERNEL % json.dumps([EDIT]))
    self.assertNotIn("diff", out)

  def test_patch_file_and_json(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    patch = os.path.join(self.folder, "k.patch")
    code, out, _ = self.run_main(repair.main, path, f"--patch={patch}", "--json=-")
    self.assertEqual(code, 0)
    document = json.loads(out)
    self.assertEqual((document["input"], document["patch"]["status"]), (path, "verified"))
    self.assertEqual(document["patch"]["diff"], self.read("k.patch"))

  def test_sarif_is_that_of_the_kernel_as_written_and_carries_the_patch(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    code, out, _ = self.run_main(repair.main, path, "--sarif=-")
    log = json.loads(out)
    self.assertEqual((code, log["input"]), (0, path))
    change = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]
    self.assertEqual(change["replacements"][0]["insertedContent"]["text"], "  __syncthreads();\n")
    out = self.run_main(verify.main, path, "--sarif", self.folder + "/v.sarif")[1]
    self.assertEqual(out, "verify\n")
    self.assertNotIn("fixes", self.read("v.sarif"))

  def test_a_correct_kernel_whose_improvement_has_no_patch(self):
    removal = {"action": "remove", "optional": True, "line": 5, "column": 1, "where": "at"}
    path = self.write("k.cu", KERNEL % json.dumps([removal]))
    code, _, err = self.run_main(repair.main, path)
    self.assertEqual(code, 0)
    self.assertIn("no patch is offered", err)

  def test_repair_options_do_not_reach_the_second_verification(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    code, out, err = self.run_main(repair.main, path, "--objective", "cost",
                                   "--no-benign-tolerance")
    self.assertEqual((code, err), (0, ""))
    self.assertIn("repair --objective=cost --no-benign-tolerance\n", out)

  def test_unrepairable(self):
    path = self.write("k.cu", KERNEL.replace("//! edits %s\n", ""))
    self.assertEqual(self.run_main(repair.main, path)[0], 1)

  def test_source_that_does_not_compile(self):
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n#error\n")
    code, _, err = self.run_main(repair.main, path, "--json", self.folder + "/r.json")
    self.assertEqual((code, err), (3, f"{path}:1:2: error: #error\n"))
    self.assertEqual(json.loads(self.read("r.json"))["verdict"], "rejected")

  def test_ir_is_passed_through(self):
    path = self.write("k.gbpl", "")
    code, out, _ = self.run_main(repair.main, path, "--blockDim=[8,8]")
    self.assertEqual((code, out), (0, "repair --blockDim=[8,8]\n"))
    self.assertEqual(self.run_main(repair.main, path, "--fix")[0], 2)


class Faults(Workbench):
  def test_output_that_cannot_be_written(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    for option in ("--patch=/dev/full", "--json=/dev/full", "--patch=/nowhere/k.patch"):
      code, _, err = self.run_main(repair.main, path, option)
      self.assertEqual(code, 5)
      self.assertIn(option.split("=")[1], err)

  def interrupting(self, command, number=signal.SIGINT):
    """A program that interrupts the script when it is called for `command`."""
    path = self.write("interrupting", PROGRAM.replace("{python}", sys.executable).replace(
        "text = ", f"if command == '{command}':\n  import signal, time\n"
                   f"  os.kill(os.getppid(), {int(number)})\n  time.sleep(60)\ntext = "))
    os.chmod(path, 0o755)
    return path

  def test_interrupt_leaves_nothing_behind(self):
    kernel = self.write("k.gbpl", "")
    temporary = os.path.join(self.folder, "tmp")
    os.mkdir(temporary)
    script = os.path.join(os.path.dirname(os.path.dirname(repair.__file__)), "repair")
    for number in (signal.SIGINT, signal.SIGTERM):
      done = subprocess.run([sys.executable, script, kernel, "--program",
                             self.interrupting("repair", number)], text=True,
                            env={**os.environ, "TMPDIR": temporary}, capture_output=True,
                            timeout=50, check=False)
      self.assertEqual((done.returncode, done.stderr), (4, "interrupted\n"))
      self.assertEqual(os.listdir(temporary), [])

  def test_interrupt_during_fix_leaves_the_source_alone(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    for command in ("repair", "verify"):
      self.program = self.interrupting(command)
      before = sorted(os.listdir(self.folder))
      code, _, err = self.run_main(repair.main, "--fix", "--backup", path)
      self.assertEqual((code, err), (4, "interrupted\n"))
      self.assertEqual(self.read("k.cu"), KERNEL % json.dumps([EDIT]))
      self.assertEqual(sorted(os.listdir(self.folder)), before)

  def test_interrupt_while_the_source_is_replaced_waits(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    with mock.patch("os.fsync", lambda _: os.kill(os.getpid(), signal.SIGINT)):
      code, _, err = self.run_main(repair.main, "--fix", "--backup", path)
    self.assertEqual((code, err), (4, "interrupted\n"))
    self.assertIn(FIXED, self.read("k.cu"))
    self.assertEqual(sorted(os.listdir(self.folder)), ["k.cu", "k.cu.orig", "program"])

  def test_full_disk_during_fix_leaves_the_source_alone(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    for room in (0, 1):  # files that still fit
      outcomes = [None] * room + [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))]
      with mock.patch("os.fsync", side_effect=outcomes):
        code, out, err = self.run_main(repair.main, "--fix", "--backup", path)
      self.assertEqual(code, 5)
      self.assertRegex(err, r"^error: .*k\.cu: No space left on device\n$")
      self.assertNotIn("fixed", out)
      self.assertEqual(self.read("k.cu"), KERNEL % json.dumps([EDIT]))
      self.assertEqual(sorted(os.listdir(self.folder)), ["k.cu", "program"])

  def test_program_that_crashes(self):
    crash = self.write("crash", "#!/bin/sh\ncase $* in *--help*) exit 0;; esac\nkill -SEGV $$\n")
    os.chmod(crash, 0o755)
    self.program = crash
    code, _, err = self.run_main(verify.main, self.write("k.gbpl", ""))
    self.assertEqual((code, err), (5, "error: the program was ended by signal 11\n"))


class Requests(Workbench):
  KNOWN = {"kernel": "=", "verbose": "", "stats": "[=", "errors": "="}

  def expect_usage(self, words, message):
    with self.assertRaises(Stop) as caught:
      parse(words, self.KNOWN)
    self.assertEqual(caught.exception.code, USAGE)
    self.assertRegex(str(caught.exception), message)

  def test_options_are_sorted_by_who_understands_them(self):
    request = parse(["--blockDim", "[16,16]", "-D", "N=3", "k.cu", "-Iinc", "--errors", "3",
                     "--std=c++17", "--num_groups=*", "--stats", "--kernel=f"], self.KNOWN)
    self.assertEqual(request.launch, {"local": "[16,16]", "groups": "*"})
    self.assertEqual(request.compiler, ["-DN=3", "-Iinc", "-std=c++17"])
    self.assertEqual(request.program, ["--errors=3", "--stats", "--kernel=f"])
    self.assertEqual((request.input, request.kernel), ("k.cu", "f"))

  def test_wrong_command_lines(self):
    self.expect_usage([], "no kernel file")
    self.expect_usage(["a.cu", "b.cu"], "more than one input")
    self.expect_usage(["a.cu", "--eror=3"], "unknown option '--eror'; did you mean '--errors'")
    self.expect_usage(["a.cu", "--blockDim"], "--blockDim needs a value")
    self.expect_usage(["a.cu", "--verbose=1"], "takes no value")
    self.expect_usage(["a.cu", "--gridDim=1", "--global_size=64"], "exclude each other")
    self.expect_usage(["a.cu", "--blockDim=1", "--local_size=2"], "given twice")

  def test_command_line_wins_over_the_head(self):
    path = self.write("k.cl", "//--local_size=64 --num_groups=2 -DA --errors=1\nint x;\n"
                              "//--errors=9\n")
    request = parse([path, "--global_size=256", "--errors=2"], self.KNOWN)
    request.defaults_from(read_head(path, self.KNOWN)[0])
    self.assertEqual(request.launch, {"local": "64", "global": "256"})
    self.assertEqual((request.program, request.compiler), (["--errors=2"], ["-DA"]))

  def test_head_in_gpuverifys_manner(self):
    path = self.write("k.cu", "//xfail:NOT_ALL_VERIFIED\n//--blockDim=8 --gridDim=1 --no-inline "
                              "--kernel=${KERNEL_DIR}\n")
    head, ignored = read_head(path, self.KNOWN)
    self.assertEqual((ignored, head.kernel), (["--no-inline"], self.folder))
    self.assertEqual(head.program, ["--kernel=" + self.folder])
    head, _ = read_head(path, {**self.KNOWN, "async-needs-barrier": ""})
    self.assertIn("--async-needs-barrier", head.program)

  def test_mistake_in_a_head_names_its_line(self):
    path = self.write("k.cu", "// a kernel\n//--blockDm=8\n")
    with self.assertRaisesRegex(Stop, r"k\.cu:2: unknown option '--blockDm'"):
      read_head(path, self.KNOWN)

  def test_missing_sizes_and_files(self):
    path = self.write("k.cu", "__global__ void k();\n")
    code, _, err = self.run_main(verify.main, path, "--blockDim=3")
    self.assertEqual(code, 2)
    self.assertIn("give --gridDim=SIZES", err)
    self.assertEqual(self.run_main(verify.main, self.folder + "/none.cu")[0], 3)
    self.assertEqual(self.run_main(verify.main, self.folder)[0], 2)


if __name__ == "__main__":
  unittest.main()
