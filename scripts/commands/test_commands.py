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
from commands.program import Program
from commands.request import CommandParser

# Knows a few options. A text with `needs` lines wants each of them elsewhere in the text to verify;
# its `edits` line is the repair. A patch is asked for and shown as the real program does.
PROGRAM = """#!{python}
import json, os, re, sys
command, arguments = sys.argv[1], sys.argv[2:]
def option(name, kind="text", commands=("verify", "repair"), **others):
  return {**dict(name=name, alias=None, letter=None, kind=kind, implied=None, argument="X",
                 excludes=None, default=None, group="Some", help="h", commands=commands), **others}
if command == "document":
  json.dump(dict(schema=1, version="7", options=[
      option("kernel"), option("no-benign-tolerance", "flag"), option("json"), option("sarif"),
      option("json-lines", "flag"), option("timeout", "number"),
      option("display-name"), option("help", "flag", letter="h"), option("version", "flag"), option("objective", "choice", ["repair"]),
      option("blockDim", "sizes", alias="local_size")]), sys.stdout)
  sys.exit(0)
given = {w.partition("=")[0]: w.partition("=")[2] for w in arguments[1:]}
text = open(arguments[0]).read()
needs = re.findall(r"//! needs (.*)", text)
edits = re.findall(r"//! edits (.*)", text)
others = re.findall(r"//! others (.*)", text)
rest = re.sub(r"//!.*", "", text)
good = all(n in rest for n in needs)
document = dict(schema=1, input=given.get("--display-name", arguments[0]),
                verdict="verified" if good else "refuted",
                findings=[] if good else [dict(kind="race", message="race on v", accesses=[])])
code = 0 if good else 1
if command == "repair" and not good:
  edits = json.loads(edits[0]) if edits else []
  document["repair"] = dict(status="repaired" if edits else "unrepairable", edits=edits,
                            alternatives=[dict(edits=json.loads(other)) for other in others])
  code = 0 if edits else 1
  if edits and "--edits-to" in given:
    print(json.dumps(document), file=open(given["--edits-to"], "w"), flush=True)
    line = open(given["--patch-from"]).readline()
    document["patch"] = json.loads(line) if line else dict(status="withheld", reason="none came")
    withheld = document["patch"]["status"] == "withheld"
    code = 1 if withheld and not all(e.get("optional") for e in edits) else 0
for name in ("--json", "--sarif"):
  if name in given:
    json.dump(document, sys.stdout if given[name] == "-" else open(given[name], "w"))
hidden = ("--json", "--sarif", "--display-name", "--edits-to", "--patch-from", "--timeout")
if "-" not in given.values():
  print(command, *[w for w in arguments[1:] if w.partition("=")[0] not in hidden])
sys.exit(code)
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
    cache = tempfile.TemporaryDirectory()
    self.addCleanup(cache.cleanup)
    environment = mock.patch.dict(os.environ, XDG_CACHE_HOME=cache.name)
    environment.start()
    self.addCleanup(environment.stop)

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

  def test_a_repair_that_cannot_be_written_gives_way_to_the_next(self):
    launches = {**EDIT, "line": 9, "action": "split-launch"}
    other = {**EDIT, "line": 9, "text": "add a barrier"}
    text = (KERNEL % json.dumps([launches])).replace(
        "//! edits", f"//! others {json.dumps([launches])}\n//! others {json.dumps([other])}\n"
        "//! edits")
    path = self.write("k.cu", text)
    code, out, err = self.run_main(repair.main, path, "--json", self.folder + "/r.json")
    self.assertEqual(code, 0)
    self.assertIn("for a person to write; the patch is of another repair: add a barrier", err)
    self.assertIn("+  __syncthreads();", out)
    self.assertIn("add a barrier", json.loads(self.read("r.json"))["patch"]["reason"])

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

  def test_the_patch_is_in_what_the_program_reports(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    code, out, _ = self.run_main(repair.main, path, "--sarif=-")
    report = json.loads(out)
    self.assertEqual((code, report["input"]), (0, path))
    file, = report["patch"]["files"]
    self.assertEqual((file["path"], file["replacements"][0]["text"]),
                     (path, "  __syncthreads();\n"))

  def test_out_of_time_for_patching(self):
    path = self.write("k.cu", KERNEL % json.dumps([EDIT]))
    slow = mock.patch("commands.patch_loop.Patcher.patch",
                      lambda self, choice: [None for _ in iter(int, 1)])
    with slow:
      code, _, err = self.run_main(repair.main, path, "--time-limit=patching=0.3", "--json",
                                   self.folder + "/r.json")
    self.assertEqual(code, 4)
    self.assertIn("no patch is offered: the stage 'patching' did not end within 0.3 s", err)
    self.assertEqual(json.loads(self.read("r.json"))["patch"]["status"], "withheld")

  def test_verification_has_a_limit_unless_one_is_given(self):
    given = []
    def run(self, command, source, arguments):
      given.append([a for a in arguments if a.startswith("--timeout")])
      return 0
    path = self.write("k.cu", KERNEL % "[]")
    with mock.patch.object(Program, "run", run):
      for words in ((), ("--time-limit=verification=7",), ("--timeout=3",), ("--time-limit=0",)):
        self.run_main(verify.main, path, *words)
    self.assertEqual(given, [["--timeout=1800"], ["--timeout=7"], ["--timeout=3"], []])

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
    self.assertIn("repair --no-benign-tolerance --objective=cost\n", out)

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
    for option in ("--patch=/dev/full", "--patch=/nowhere/k.patch"):
      code, _, err = self.run_main(repair.main, path, option)
      self.assertEqual(code, 5)
      self.assertIn(option.split("=")[1], err)
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n#error\n")
    code, _, err = self.run_main(repair.main, path, "--json=/dev/full")
    self.assertEqual(code, 5)
    self.assertIn("/dev/full", err)

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
    crash = self.write("crash", "#!/bin/sh\nkill -SEGV $$\n")
    os.chmod(crash, 0o755)
    self.program = crash
    code, _, err = self.run_main(verify.main, self.write("k.gbpl", ""))
    self.assertEqual((code, err), (5, "error: the program was ended by signal 11\n"))


  def test_program_that_ends_before_the_patch_is_there(self):
    hasty = self.write("hasty", f"#!{sys.executable}\nimport sys\n"
                       "given = dict(a.split('=', 1) for a in sys.argv[1:] if '=' in a)\n"
                       "with open(given['--edits-to'], 'w') as edits:\n  edits.write('{}\\n')\n"
                       "sys.exit(4)\n")
    os.chmod(hasty, 0o755)

    def slowly(_):
      os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
      return {"status": "verified"}

    self.assertEqual(Program(hasty).repair("k.gbpl", [], slowly), 4)


class Options(Workbench):
  """What the program says of its options is kept for as long as its file is the same."""

  def test_asked_once(self):
    first = Program(self.program).options("verify")
    with mock.patch.object(Program, "_ask", side_effect=AssertionError):
      self.assertEqual(Program(self.program).options("verify"), first)
    os.utime(self.program, (1, 1))
    with mock.patch.object(Program, "_ask", return_value={"options": []}) as ask:
      self.assertEqual(Program(self.program).options("verify"), [])
    ask.assert_called_once()

  def test_without_a_place_to_keep_it(self):
    with mock.patch.dict(os.environ, XDG_CACHE_HOME="/proc/nowhere"):
      self.assertEqual(Program(self.program).version(), "barricade 7")

  def test_an_answer_that_is_none(self):
    silent = self.write("silent", "#!/bin/sh\n")
    os.chmod(silent, 0o755)
    with self.assertRaisesRegex(Stop, "does not tell its options"):
      Program(silent).table()


class Requests(Workbench):
  def parser(self):
    options = [("kernel", "text"), ("verbose", "flag"), ("stats", "choice"), ("errors", "count"),
               ("async-needs-barrier", "flag"), ("companion", "list")]
    return CommandParser("verify", [
        {"name": name, "alias": None, "kind": kind, "argument": "X", "help": "100 %", "group": "G",
         "letter": "v" if name == "verbose" else None,
         "implied": "text" if name == "stats" else None} for name, kind in options])

  def expect_usage(self, words, message):
    with self.assertRaises(Stop) as caught:
      self.parser().parse_request(words)
    self.assertEqual(caught.exception.code, USAGE)
    self.assertRegex(str(caught.exception), message)

  def test_options_are_sorted_by_who_understands_them(self):
    request = self.parser().parse_request(
        ["--blockDim", "[16,16]", "-D", "N=3", "--stats", "k.cu", "-Iinc", "--errors", "3", "-v",
         "--std=c++17", "--num_groups=*", "--kernel=f", "--companion=a", "--companion", "b"])
    self.assertEqual(request.launch, {"local": "[16,16]", "groups": "*"})
    options = request.launch_options()
    self.assertEqual((options.defines, options.includes, options.standard, options.kernel),
                     (["N=3"], ["inc"], "c++17", "f"))
    self.assertEqual((options.block_dim, options.grid_dim), ([16, 16], [None]))
    self.assertEqual(request.program_options(), ["--kernel=f", "--verbose", "--stats=text",
                                                 "--errors=3", "--companion=a", "--companion=b"])
    self.assertEqual(request.input, "k.cu")
    self.assertEqual(self.parser().parse_request(["--", "-k.cl"]).input, "-k.cl")

  def test_sizes_of_ir_are_for_the_program(self):
    request = self.parser().parse_request(["k.gbpl", "--local_size=64", "--global_size=128"])
    self.assertEqual(request.program_options(), ["--blockDim=64", "--global_size=128"])

  def test_wrong_command_lines(self):
    self.expect_usage([], "no kernel file")
    self.expect_usage(["a.cu", "--eror=3"], "unknown option '--eror'; did you mean '--errors'")
    self.expect_usage(["a.cu", "--err=3"], "unknown option '--err'")
    self.expect_usage(["a.cu", "--blockDim"], "--blockDim/--local_size needs a value")
    self.expect_usage(["a.cu", "--blockDim=x"], "--blockDim must be")
    self.expect_usage(["a.cu", "--verbose=1"], "takes no value")
    self.expect_usage(["a.cu", "--gridDim=1", "--global_size=64"], "exclude each other")
    self.expect_usage(["a.cu", "--blockDim=1", "--local_size=2"], "given twice")
    self.expect_usage(["a.cu", "--errors=1", "--errors=2"], "given twice")
    self.expect_usage(["a.cu", "--time-limit=tea=2"], "there is no stage 'tea'")

  def test_command_line_wins_over_the_head(self):
    path = self.write("k.cl", "// a kernel\n//--local_size=64 --num_groups=2\n// more\n"
                              "// -DA --errors=1 --stats\nint x;\n//--errors=9\n")
    parser = self.parser()
    request = parser.parse_request([path, "--global_size=256", "--errors=2", "-DB"])
    request.defaults_from(parser.read_head(path)[0], parser.table)
    self.assertEqual(request.launch, {"local": "64", "global": "256"})
    self.assertEqual(request.program_options(), ["--stats=text", "--errors=2"])
    self.assertEqual(request.launch_options().defines, ["A", "B"])

  def test_head_in_gpuverifys_manner(self):
    path = self.write("k.cu", "//xfail:NOT_ALL_VERIFIED\n//--blockDim=8 --gridDim=1 --no-inline "
                              "--kernel=${KERNEL_DIR}\n")
    parser = self.parser()
    head, ignored = parser.read_head(path)
    self.assertEqual((ignored, head.kernel), (["--no-inline"], self.folder))
    self.assertTrue(head.async_needs_barrier)

  def test_mistake_in_a_head_names_its_line(self):
    for options, message in (("--blockDm=8", r"k\.cu:2: unknown option '--blockDm'"),
                             ("--blockDim=8 --errors", r"k\.cu:2: --errors needs a value"),
                             ("--blockDim=8 'x", r"k\.cu:2: No closing quotation")):
      path = self.write("k.cu", f"// a kernel\n//{options}\n")
      with self.assertRaisesRegex(Stop, message) as caught:
        self.parser().read_head(path)
      self.assertEqual(caught.exception.code, REJECTED)

  def test_missing_files(self):
    path = self.write("k.cu", "__global__ void k();\n")
    self.assertEqual(self.run_main(verify.main, self.folder + "/none.cu")[0], 3)
    os.mkdir(os.path.join(self.folder, "empty"))
    self.assertEqual(self.run_main(verify.main, self.folder + "/empty")[0], 3)
    code, _, err = self.run_main(repair.main, path, self.write("k.gbpl", ""))
    self.assertEqual(code, 2)
    self.assertIn("verified one at a time", err)


if __name__ == "__main__":
  unittest.main()
