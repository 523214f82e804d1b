"""Verifying folders and builds: `testsuite/projects`, as a new user would."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import unittest
import unittest.mock

from commands import lower_worker, summary
from commands.exit_codes import CONDITIONAL, FINDINGS, INTERNAL, Stop
from commands.inputs import find_inputs
from commands.program import BUILT, ROOT
from commands.project import FileRun, UnitRun, exit_code, report
from lowering import LaunchOptions, lower
from testing.folder_case import FolderCase, ProgramCase

_PROJECT = os.path.join(ROOT, "testsuite", "projects", "filters")


class Folder(FolderCase):
  def database(self, files, flags):
    entries = [{"directory": self.folder, "file": path, "arguments": ["nvcc", *flags, "-c", path]}
               for path in files]
    return self.write("out/compile_commands.json", json.dumps(entries))


class Inputs(Folder):
  def test_what_another_file_includes_is_a_part_of_it(self):
    self.write("main.cu", '#include "parts/kernel.cu"\nvoid f() { k<<<1, 1>>>(); }\n')
    part = self.write("parts/kernel.cu", "__global__ void k() {}\n")
    self.write("host.cu", "int main() {}\n")
    self.write(".git/old.cu", "__global__ void k() {}\n")
    self.write("other.cl", "__kernel void k() {}\n")
    inputs, parts = find_inputs([self.folder])
    self.assertEqual([os.path.basename(one.path) for one in inputs], ["main.cu", "other.cl"])
    self.assertEqual(list(parts), [part])
    self.assertEqual([one.path for one in find_inputs([part])[0]], [part])

  def test_files_of_cplusplus_with_kernels(self):
    kernel = self.write("k.cpp", "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { p[hipThreadIdx_x] = warpSize; }\n")
    self.write("host.cpp", "// starts a __global__ function\nint main() {}\n")
    self.assertEqual([one.path for one in find_inputs([self.folder])[0]], [kernel])
    self.assertIn("group_size_x", lower(kernel, LaunchOptions()))

  def test_flags_of_a_build(self):
    path = self.write("a.cu", "__global__ void k() {}\n")
    self.write("flags.rsp", "-isystem=/inc -DB=2\n")
    build = self.database([path], ["-gencode", "arch=compute_80,code=sm_80", "-I", "own", "-DA",
                                   "-Xcompiler=-fPIC", "--options-file", "flags.rsp",
                                   "-std=c++20", "-rdc=true"])
    inputs, _ = find_inputs([self.folder], build)
    self.assertEqual(inputs[0].arguments, [f"-I{self.folder}/own", "-DA", "-I/inc", "-DB=2",
                                           "-std=c++20"])
    with self.assertRaisesRegex(Stop, "CMAKE_EXPORT_COMPILE_COMMANDS"):
      find_inputs([self.folder], self.folder)


@unittest.skipUnless(os.access(BUILT, os.X_OK), "the program is not built")
class Failures(FolderCase):
  def test_a_defect_of_the_lowering_is_told_with_its_place(self):
    told = io.StringIO()
    job = json.dumps({"source": "k.cu", "given": {}, "kernels": [], "folder": "."})
    with unittest.mock.patch("commands.lower_worker.LaunchOptions", side_effect=KeyError("x")), \
        unittest.mock.patch("sys.stdin", io.StringIO(job)), contextlib.redirect_stdout(told):
      lower_worker.main()
    answer = json.loads(told.getvalue())
    self.assertRegex(answer["error"], r"^k\.cu: error: internal error of the lowering: KeyError: 'x' \(\w+\.py:\d+\)$")
    run = FileRun("k.cu")
    run.error, run.internal = answer["error"], answer["internal"]
    self.assertEqual((exit_code([run]), summary.failure(run)), (INTERNAL, "internal error"))

  def test_a_condition_names_the_arrays_and_what_they_hold(self):
    def verdict(condition, *arrays, contents=(), overflows=False):
      unit = unittest.mock.Mock(code=CONDITIONAL, allowed=[], known=[], document={
          "condition": condition, "condition_ordered": list(arrays), "condition_distinct": [], "condition_contents": list(contents),
          "condition_assumes_no_overflow": overflows})
      return summary.verdict(unit)
    self.assertEqual(verdict("1", overflows=True), "conditional: no overflow")
    self.assertEqual(verdict("n > 1", overflows=True), "conditional: n > 1 && no overflow")
    self.assertEqual(verdict("1", "key"), "conditional: 0 <= key[i] <= key[i + 1]")
    self.assertEqual(verdict("n > 1", "key"), "conditional: n > 1 && 0 <= key[i] <= key[i + 1]")
    self.assertEqual(verdict("1", contents=["key[i] != -1"]), "conditional: key[i] != -1")

  def test_what_has_ended_is_told_when_the_command_is_interrupted(self):
    for name in ("ended", "stopped"):
      self.write(f"{name}.cu", "__global__ void %s(int *p) { p[threadIdx.x] = 1; }\n" % name)
    self.write("empty.cu", "int main() { k<<<1, 1>>>(); }\n")
    program = self.write("program", '#!/bin/sh\ncase "$*" in *stopped.cu*) kill -INT $PPID; exec sleep 60 ;; esac\n'
                                    f'exec {BUILT} "$@"\n')
    os.chmod(program, 0o755)
    done = subprocess.run([os.path.join(ROOT, "scripts", "verify"), self.folder, "--jobs=1", "--no-cache",
                           "--program", program, "--blockDim=64", "--gridDim=1", f"--json={self.folder}/all.json"],
                          capture_output=True, text=True, timeout=50, check=False)
    self.assertEqual((done.returncode, done.stderr), (4, "interrupted\n"))
    self.assertRegex(done.stdout, r"ended\.cu +ended +<<<1, 64>>> +verified\n\n1 file, 1 kernel: 1 verified\n$")
    self.assertFalse(os.path.exists(f"{self.folder}/all.json"))

  def test_time_that_is_lacking_for_a_condition_is_told(self):
    for block, undecided, told in (([None], ["out of time"], True), ([64], ["out of time"], False),
                                   ([None], ["further findings were not searched for"], False), ([None], [], False)):
      unit = UnitRun({"kernel": "k", "block": block, "grid": [1], "origin": "launch", "path": "0.gbpl",
                      "arguments": {}, "remarks": [], "error": None, "out_of_time": False})
      unit.code, unit.document = FINDINGS, {"condition": None, "undecided": undecided}
      run, messages = FileRun("k.cu"), io.StringIO()
      run.units = [unit]
      command = unittest.mock.Mock(quiet=False, configuration=None)
      with contextlib.redirect_stderr(messages), contextlib.redirect_stdout(io.StringIO()), \
          unittest.mock.patch("commands.project._write"), unittest.mock.patch("commands.project.print_run"):
        self.assertEqual(report(command, [run], {}), FINDINGS)
      self.assertEqual("time ran out before the sizes" in messages.getvalue(), told)


class Projects(ProgramCase, Folder):
  def verify(self, *arguments):
    return self.run_command("verify", *arguments)

  def test_the_whole_of_a_part_is_told(self):
    part = self.write("kernel.cu", "__global__ void k(Node *v) { v[threadIdx.x].x = 1; }\n")
    self.write("main.cu", 'struct Node { int x; };\n#include "kernel.cu"\nvoid f(Node *v) { k<<<1, 64>>>(v); }\n')
    self.assertIn("kernel.cu is a part of " + os.path.join(self.folder, "main.cu"),
                  self.verify(part).stderr)

  def test_what_a_proof_assumes_is_told(self):
    path = self.write("early.cu", """
        __global__ void half(float *v, int n) {
          __shared__ float s[64];
          if (threadIdx.x >= n) return;
          s[threadIdx.x] = v[threadIdx.x];
          __syncthreads();
          v[threadIdx.x] = s[0];
        }
        void run(float *v) { half<<<1, 64>>>(v, 20); }
        """)
    result = self.verify(path)
    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
    self.assertIn("note: 'half': barriers go without threads that have ended", result.stderr)

  def test_launches_that_host_code_computes(self):
    # The grid follows from a component of the block and a variable that is given its value late.
    path = self.write("rows.cu", """
        __global__ void invert(unsigned char *image, int width) {
          int x = blockIdx.x * blockDim.x + threadIdx.x;
          if (width > 4096) return;
          image[blockIdx.y * width + x] ^= 255;
        }
        void host(unsigned char *image, int height) {
          int width;
          dim3 block, grid;
          block = dim3(64);
          width = height / 2;
          grid = dim3(width / block.x, 1000);
          invert<<<grid, block>>>(image, width);
          width = 0;
        }
        """)
    result = self.verify(path)
    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
    # In 32 bits, n + 1023 would wrap around for this n, and no grid has so many blocks.
    path = self.write("wide.cu", """
        __global__ void last(int *p, int n) { if (n == 2147483647) p[0] = threadIdx.x; }
        void host(int *p, int n) { last<<<(n + 1023L) / 1024, 64>>>(p, n); }
        """)
    result = self.verify(path)
    self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
    self.assertIn("n = 2147483647", result.stdout)

  def test_sizes_that_labels_of_host_code_say(self):
    source = """
        template <int SIZE> __global__ void sum(const float *in, float *out) {
          __shared__ float part[SIZE];
          part[threadIdx.x] = in[blockIdx.x * SIZE + threadIdx.x];
          __syncthreads();
          for (int k = SIZE / 2; k > 0; k /= 2) {
            if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
            __syncthreads();
          }
          if (threadIdx.x == 0) out[blockIdx.x] = part[0];
        }
        void run(const float *in, float *out, int rows, int columns) {
          int threads = columns / 4;
          dim3 block(threads);
          switch (threads) {
            case 32: sum<32><<<rows, block>>>(in, out); break;
            case 64: sum<(32) * 2><<<rows, threads>>>(in, out);BREAK
            case 128: sum<128><<<rows, block>>>(in, out);
          }
        }
        """
    result = self.verify(self.write("labels.cu", source.replace("BREAK", " break;")))
    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
    self.assertRegex(result.stdout, r"sum<32> +<<<\*, 32>>> .*\n.*sum<64> +<<<\*, 64>>> .*\n.*sum<128> +<<<\*, 128>>>")
    result = self.verify(self.write("falls.cu", source.replace("BREAK", "")))
    self.assertRegex(result.stdout, r"sum<64> +<<<\*, 64>>> .*\n.*sum<128> +<<<\*, \*>>>")

  def test_what_loops_of_host_code_say_of_arguments(self):
    source = """
        __global__ void shift(int *a, int step) {
          if (threadIdx.x < 32) a[threadIdx.x] = a[threadIdx.x + step];
        }
        void host(int *a, int n) {
          for (int s = 32; s < n; s *= 2)
            shift<<<1, 64>>>(a, s);
        }
        """
    path = self.write("steps.cu", source)
    result = self.verify(path)
    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
    self.assertIn("steps.cu:6: note: 'shift' is launched where", result.stderr)
    self.assertIn("step >= 32", result.stderr)
    path = self.write("other_steps.cu", source.replace("s = 32", "s = 8"))
    result = self.verify(path)
    self.assertEqual(result.returncode, 1, result.stdout + result.stderr)

  def test_a_cmake_project(self):
    sources = [os.path.join(_PROJECT, "src", name) for name in
               ("sums.cu", "smooth.cu", "spectrum.cu")]
    build = self.database(sources, ["-DTILE=64", f"-I{_PROJECT}/include", "-std=c++17"])
    done = self.verify("-p", os.path.dirname(build), _PROJECT, "--json=all.json",
                       "--sarif=all.sarif", "--html=all.html")
    self.assertEqual(done.returncode, 1, done.stderr)
    rows = [line.split("  ") for line in done.stdout.split("\n") if line.startswith(_PROJECT)]
    rows = {tuple(cell.strip() for cell in row if cell)[1:] for row in rows if len(row) > 2}
    self.assertEqual(rows, {
      ("block_sum<float, 128>", "<<<16, 128>>>", "verified"),
      ("block_sum<int, 32>", "<<<8, 32>>>", "verified"), ("smooth", "<<<*, 64>>>", "refuted"),
      ("scale", "<<<8, 256>>>", "verified"), ("spectrum", "no launch", "refused")})
    self.assertIn("3 files, 5 kernels: 3 verified, 1 refuted, 1 refused", done.stdout)
    self.assertIn("any that keeps the numbers of threads below 2^31", done.stderr)
    self.assertIn("not found may declare 'vendor': give their folders with -I", done.stderr)
    with open(os.path.join(self.folder, "all.json"), encoding="utf-8") as file:
      document = json.load(file)
    self.assertEqual([os.path.basename(f["input"]) for f in document["files"]],
                     ["smooth.cu", "spectrum.cu", "sums.cu"])
    finding = document["files"][0]["kernels"][0]["findings"]
    self.assertEqual([f["kind"] for f in finding], ["race"])
    self.assertEqual(document["files"][1]["errors"][0]["kernel"], "spectrum")
    with open(os.path.join(self.folder, "all.sarif"), encoding="utf-8") as file:
      self.assertEqual(len(json.load(file)["runs"][0]["results"]), 1)
    with open(os.path.join(self.folder, "all.html"), encoding="utf-8") as file:
      page = file.read()
    self.assertEqual((page.count("<h1"), page.count("<section id=")), (1, 5))
    self.assertIn("3 verified</span>", page)
    for target in re.findall(r'href="#([^"]+)"', page):
      self.assertEqual(page.count(f'id="{target}"'), 1, target)

  def test_repair_finds_the_headers_of_a_folder(self):
    self.write("include/sizes.h", "#define STEP 1\n")
    self.write("src/k.cu", "//--blockDim=64 --gridDim=1\n#include \"sizes.h\"\n"
                           "__global__ void k(int *v) {\n  int x = v[threadIdx.x + STEP];\n"
                           "  v[threadIdx.x] = x;\n}\n")
    done = self.run_command("repair", ".")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("+++ b/src/k.cu", done.stdout)

  def test_a_page_has_the_patch_and_advice(self):
    self.write("k.cu", "//--blockDim=64 --gridDim=1\n__global__ void k(int *v) {\n"
                       "  int x = v[threadIdx.x + 1];\n  v[threadIdx.x] = x;\n}\n")
    self.write("slow.cu", "//--blockDim=64 --gridDim=1\n__global__ void slow(int *v) {\n"
                          "  if (threadIdx.x % 2) v[threadIdx.x * 32] = 1;\n}\n")
    done = self.run_command("repair", ".", "--html=all.html", "--advice")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    with open(os.path.join(self.folder, "all.html"), encoding="utf-8") as file:
      page = file.read()
    self.assertIn('<span class="added">+  __syncthreads();</span>', page)
    self.assertIn("What costs it time", page)
    self.assertRegex(page, r"warps diverge: .* \(line 3\): \d+ of \d+ executions")

  def test_repair_makes_one_patch(self):
    tile = ("__shared__ int t[64]; t[threadIdx.x] = v[threadIdx.x];\n"
            "  v[threadIdx.x] = t[(threadIdx.x + 1) % 64];\n}\n")
    for name in ("one", "two"):
      self.write(f"src/{name}.cu", f"__global__ void {name}(int *v) {{\n  {tile}"
                                   f"void f(int *p) {{ {name}<<<1, 64>>>(p); "
                                   f"{name}<<<1, 32>>>(p); }}\n")
    self.write("src/fine.cu", "__global__ void k(int *v) { v[threadIdx.x] = 1; }\n"
                              "void f(int *p) { k<<<1, 64>>>(p); }\n")
    done = self.run_command("repair", "src")
    self.assertEqual(done.returncode, 0, done.stderr)
    self.assertEqual(done.stdout.count("+  __syncthreads();"), 2, done.stdout)
    self.assertNotIn("fine.cu\n+++", done.stdout)
    self.assertRegex(done.stdout, r"one\.cu +one +<<<1, 64>>> +repaired")
    self.assertEqual(self.run_command("repair", "src", "--fix").returncode, 0)
    self.assertEqual(self.verify("src").returncode, 0)

  def test_the_document_says_why_a_file_has_no_patch(self):
    head = "//--blockDim=64 --gridDim=1\n"
    body = "  int x = v[threadIdx.x + 1];\n  v[threadIdx.x] = x;\n"
    self.write("src/a.cu", f"{head}__global__ void a(int *v) {{\n{body}}}\n")
    self.write("src/b.cu", f"{head}#define BODY int x = v[threadIdx.x + 1]; v[threadIdx.x] = x\n"
                           "__global__ void b(int *v) {\n  BODY;\n}\n")
    self.write("src/c.cu", head + "__global__ void c(int *v) { v[threadIdx.x] = 1; }\n")
    done = self.run_command("repair", "src", "--json=all.json")
    self.assertEqual(done.returncode, 1, done.stderr)
    with open(os.path.join(self.folder, "all.json"), encoding="utf-8") as file:
      right, macro, fine = [one["patch"] for one in json.load(file)["files"]]
    self.assertEqual((right["status"], right["reason"]), ("verified", ""))
    self.assertIn("+  __syncthreads();", right["diff"])
    self.assertEqual(right["lines_changed"], 1)
    self.assertEqual(macro["status"], "withheld")
    self.assertIn("macro", macro["reason"])
    self.assertEqual(fine, {"status": "none"})

  def test_a_kernel_that_has_no_patch_keeps_none_from_the_others(self):
    body = "int x = v[threadIdx.x + 1]; v[threadIdx.x] = x"
    path = self.write("k.cu", f"#define BODY {body}\n__global__ void b(int *v) {{\n  BODY;\n}}\n"
                              f"__global__ void a(int *v) {{\n  {body};\n}}\n"
                              "void run(int *v) { a<<<1, 64>>>(v); b<<<1, 64>>>(v); }\n")
    done = self.run_command("repair", path)
    self.assertEqual(done.returncode, 1, done.stderr)
    self.assertRegex(done.stdout, r"a +<<<1, 64>>> +repaired")
    self.assertRegex(done.stdout, r"b +<<<1, 64>>> +refuted")
    self.assertEqual(done.stdout.count("__syncthreads(); v[threadIdx.x] = x;"), 1, done.stdout)
    self.assertRegex(done.stderr, "kernel 'b' is not in the patch: .*macro")

  def test_a_finding_that_stays_is_told_beside_the_patch(self):
    text = ("//--blockDim=64 --gridDim=1\n__global__ void k(int *out) {\n  __shared__ int s[64];\n"
            "  s[threadIdx.x] = threadIdx.x;\n  out[threadIdx.x] = s[threadIdx.x + 1];\n}\n")
    path = self.write("src/k.cu", text)
    for arguments, told in ((["src/k.cu"], "proven minimal; 1 finding stays"),
                            (["src/k.cu", "--check=all"], "where nobody has written' stays"),
                            (["src"], "repaired in part: 1 finding left")):
      self.write("src/k.cu", text)
      done = self.run_command("repair", *arguments)
      self.assertEqual(done.returncode, 1, done.stderr)
      self.assertIn(told, done.stdout + done.stderr)
      self.assertIn("+  __syncthreads();", done.stdout)
      self.assertEqual(self.run_command("repair", *arguments, "--fix").returncode, 1)
      with open(path, encoding="utf-8") as file:
        self.assertIn("__syncthreads();", file.read())

  def test_two_processes_say_of_a_kernel_what_one_says(self):
    kernel = os.path.join(ROOT, "testsuite", "conditions", "product_by_rows", "kernel.cl")
    said, terms = [], []
    for jobs in ("1", "2"):
      done = subprocess.run([os.path.join(ROOT, "scripts", "verify"), kernel, "--no-cache",
                             "--jobs=" + jobs, "--json=-"], capture_output=True, text=True,
                            check=False)
      one = json.loads(done.stdout)["kernels"][0]
      stats = one.pop("stats")
      terms.append(stats["terms"])
      said.append((done.returncode, one, {name: (query["count"], query["work"]) for name, query
                                          in stats["queries_by_name"].items()}))
    self.assertEqual(said[0], said[1])
    self.assertLess(terms[1], terms[0])  # the others are those of the second process

  def test_jobs_do_not_change_the_output(self):
    self.write("src/a.cu", "__global__ void k(int *p) { p[0] = threadIdx.x; }\n"
                           "void f(int *p) { k<<<1, 2>>>(p); k<<<2, 4>>>(p); }\n")
    self.write("src/b.cu", "__global__ void k(int *p) { p[threadIdx.x] = nothing; }\n")
    one, two = self.verify("src", "-j", "1"), self.verify("src", "-j", "4")
    self.assertEqual((one.stdout, one.stderr), (two.stdout, two.stderr))
    self.assertEqual(one.returncode, 1)
    self.assertIn("1 refused: use of undeclared identifier 'nothing'", one.stdout)

  def test_an_option_of_the_program_that_is_wrong_is_told(self):
    self.write("k.cu", "__global__ void k(int *v) { v[threadIdx.x] = 1; }\n")
    run = self.run_command("verify", "k.cu", "--timeout=soon")
    self.assertEqual((run.returncode, run.stdout), (2, ""))
    self.assertRegex(run.stderr, r"^error: 'soon' is not a value of --timeout")

  def test_what_the_program_refuses_has_its_reason(self):
    self.write("src/a.cu", "__device__ void go(int *p, int n) { if (n) { p[n] = 1; go(p, n - 1); } }\n"
                           "__global__ void k(int *p) { go(p, 7); }\n__global__ void l(int *p) { p[threadIdx.x] = 1; }\n")
    done = self.verify("src", "--json=r.json", "--html=r.html", "--blockDim=64", "--gridDim=1")
    self.assertEqual(done.returncode, 3)
    self.assertIn("1 refused: recursive procedure 'go' accesses memory", done.stdout)
    self.assertRegex(done.stderr, r"a\.cu:1:\d+: error: recursive procedure 'go'")
    with open(os.path.join(self.folder, "r.json"), encoding="utf-8") as file:
      errors = json.load(file)["files"][0]["errors"]
    self.assertEqual([error["kernel"] for error in errors], ["k"])
    with open(os.path.join(self.folder, "r.html"), encoding="utf-8") as file:
      self.assertIn("recursive procedure", file.read())

  def test_results_are_kept_until_something_changes(self):
    self.write("src/a.cu", "__global__ void k(int *p) { p[0] = threadIdx.x; }\n"
                           "int main() { k<<<1, 2>>>(0); }\n")
    kept = os.path.join(self.folder, "cache", "barricade", "results")
    first = self.verify("src", "--no-cache")
    self.assertFalse(os.path.exists(kept))
    results = [self.verify("src", "--sarif=s.json") for _ in range(2)]
    self.assertEqual([r.stdout for r in results], [first.stdout] * 2)
    self.assertEqual(len(os.listdir(kept)), 1)
    with open(os.path.join(kept, os.listdir(kept)[0]), "w", encoding="utf-8") as file:
      file.write("{")  # a broken entry is none
    self.assertEqual(self.verify("src", "--sarif=s.json").stdout, first.stdout)
    self.write("src/a.cu", "__global__ void k(int *p) { p[0] = threadIdx.x; /* so */ }\n"
                           "int main() { k<<<1, 2>>>(0); }\n")
    self.assertIn("/* so */", self.verify("src", "--sarif=s.json").stdout)
    self.assertEqual(len(os.listdir(kept)), 2)

  def test_one_file_without_sizes_takes_those_of_its_launches(self):
    path = self.write("a.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
                              "void f(int *p) { k<<<1, 128>>>(p); }\n")
    done = self.verify(path, "--json=a.json")
    self.assertEqual(done.returncode, 0, done.stderr)
    self.assertIn("<<<1, 128>>>", done.stdout)
    with open(os.path.join(self.folder, "a.json"), encoding="utf-8") as file:
      document = json.load(file)
    self.assertEqual(document["kernels"][0]["launch"],
                     {"block": [128], "grid": [1], "origin": "launch"})


if __name__ == "__main__":
  unittest.main()
