"""A command on several files, or on folders: every kernel of every file, with every launch that is
seen, side by side, and one report of all.

Each file is lowered by one process (lower_worker.py), which may be ended when it takes too long;
each of its kernels is a run of the program. One file, or kernel, that fails does not stop the
others. What is printed stands in the order of the files, whatever ends first.
"""

import fnmatch
import json
import os
import subprocess
import sys
import threading

from kernel_files import is_source
from kernel_files.language import SOURCES
from lowering.options import source_parser, with_defaults

from . import accepted, changes, configuration, result_cache, summary
from .code_quality import code_quality
from .exit_codes import CONDITIONAL, FINDINGS, FINE, INTERNAL, REJECTED, UNDECIDED, USAGE, Stop
from .inputs import find_inputs, whole_of
from .output import write_output
from .page import page
from .request import LAUNCH, Request

_TIMEOUT = "--timeout=60"  # for one kernel, unless the user says another
_ADVICE_TIMEOUT = "--timeout=20"
_WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lower_worker.py")
_NO_LAUNCH = ("note: where no launch is seen, sizes are any: --blockDim and --gridDim (--local_size, "
              f"--num_groups), the head of the file or {configuration.NAME} give them")
_NO_CONDITION = ("note: time ran out before the sizes and parameters were found for which these are right: {} "
                 "(--timeout gives more)")
_NO_FILE = "no file with kernels was found"
# The exit code of several, worst first.
_WORST = (INTERNAL, USAGE, FINDINGS, UNDECIDED, REJECTED, CONDITIONAL, FINE)


class FileRun:
  """What came of a file: the document as for a single file, and what its kernels printed."""

  def __init__(self, source, named=True):
    self.source, self.named = source, named
    self.units = []  # UnitRun
    self.remarks = []
    self.error, self.cause = None, None
    self.empty = False  # there is no kernel, and nobody has named it
    self.out_of_time, self.internal = False, False  # why it could not be lowered
    self.unused = []  # allowances that nothing needs, as in the document
    self.patch = None  # of a repair, as in the document
    self.untouched = 0  # kernels that are as they were at --since

  def failure(self):
    """The exit code where the file could not be lowered."""
    return INTERNAL if self.internal else UNDECIDED if self.out_of_time else REJECTED


class UnitRun:
  def __init__(self, description):
    self.kernel = description["kernel"]
    self.block, self.grid = description["block"], description["grid"]
    self.origin, self.path = description["origin"], description["path"]
    self.arguments = description["arguments"]  # {parameter: its value at the launch}
    self.remarks, self.error = description["remarks"], description["error"]
    self.code = UNDECIDED if description["out_of_time"] else REJECTED
    self.withheld = False  # its repair could not be written as a patch
    self.document, self.text = None, b""
    self.reports = {}  # kind -> bytes
    self.advice, self.advice_text = None, b""  # what costs time: the document of `advise`, its text
    self.allowed, self.known = [], []  # findings that fail nothing (accepted.py)
    self.ended = bool(self.error)  # there is nothing to run, or it has run to its end


def concerns(command):
  """Whether a request is for this module: several inputs, a folder, a build, or source whose sizes
  nobody gives, or of which the configuration has something to say kernel by kernel."""
  request = command.request
  path = request.input
  if len(request.inputs) != 1 or getattr(request.given, "build", None) or os.path.isdir(path) \
      or getattr(request.given, "advice", None):
    return True
  if command.name == "verify" and (request.given.since or request.given.code_quality
                                   or accepted.concerns(request)):
    return True
  if not is_source(path) or not os.path.isfile(path):
    return False
  if command.name == "advise":
    return True
  if command.configuration and command.configuration.names_kernels(
      request.given.stands_for or path):
    return True
  if request.launch:
    return False
  head, _ = command.read_head(path)
  settings = command.file_settings(path)
  return not any(getattr(head, role) or getattr(settings, role, None) for role in LAUNCH)


def checked_inputs(request):
  """(the inputs of a request, the files that are parts of others)."""
  for path in request.inputs:
    if not os.path.isdir(path) and not is_source(path):
      raise Stop(USAGE, f"'{path}' is neither a folder nor source ({SOURCES}); IR files "
                        "are verified one at a time")
  if getattr(request.given, "json_lines", None):
    raise Stop(USAGE, "--json-lines is for one kernel file with the sizes of its launch")
  build = request.given.build or configuration.find_build(request.input)
  inputs, parts = find_inputs(request.inputs, build)
  if not inputs:
    raise Stop(REJECTED, _NO_FILE)
  return inputs, parts


def report(command, runs, parts, diff=b"", withheld=()):
  """Says what came of the inputs; the exit code. `diff`, `withheld`: the patch of a repair, and why
  files have none."""
  empty = [run for run in runs if run.empty]
  runs = [run for run in runs if not run.empty]
  check_kernels(runs)
  if empty:
    tell(f"note: no kernels of their own: {', '.join(run.source for run in empty)}")
  _print_runs(command, runs)
  for remark in _idle_settings(command, runs):
    tell(remark)
  for run in runs:
    whole = run.named and _lacks_launches(run) and whole_of(run.source)
    if whole:
      tell(f"note: {run.source} is a part of {whole}, which may have what it lacks: verify that")
  if not command.quiet:
    print(summary.table(runs, parts), flush=True)
    if any(unit.origin == "none" and unit.code in (FINDINGS, UNDECIDED) for run in runs
           for unit in run.units):
      tell(_NO_LAUNCH)
    unsettled = sorted({unit.kernel for run in runs for unit in run.units if _lacks_condition(unit)})
    if unsettled:
      tell(_NO_CONDITION.format(", ".join(unsettled)))
  _write(command, runs, lambda: page(_title(command), runs, parts, diff, withheld))
  return exit_code(runs)


def report_ended(command, runner):
  """Says what is known when the command is interrupted; documents are not written then."""
  runs = []
  for run in runner.runs:
    run.units = [unit for unit in run.units if unit.ended]
    if run.units or (run.error and not run.empty):
      runs.append(run)
  if not runs:
    return
  _print_runs(command, runs)
  if not command.quiet:
    print(summary.table(runs, {}), flush=True)


def _print_runs(command, runs):
  for run in runs:
    print_run(run, lambda unit: _told(unit, command.quiet))


def exit_code(runs):
  """That of several files."""
  codes = {unit.code for run in runs for unit in run.units}
  codes |= {run.failure() for run in runs if run.error}
  return next((code for code in _WORST if code in codes), FINE)  # none: all are as they were


def check_kernels(runs):
  """There is something to report."""
  if not runs:
    raise Stop(REJECTED, _NO_FILE)


def _lacks_launches(run):
  """Whether a kernel of a file is refused, or is launched nowhere in what it is compiled with."""
  return run.error or any(unit.error or unit.origin == "none" for unit in run.units)


def _lacks_condition(unit):
  """Whether a kernel of any size is refuted, and no time was left to look for a condition."""
  undecided = [text for text in unit.document.get("undecided", ()) if not text.startswith("further findings")] \
    if unit.document else []
  return unit.code == FINDINGS and None in [*(unit.block or ()), *(unit.grid or ())] \
    and undecided and not unit.document.get("condition")


def _idle_settings(command, runs):
  """What the configuration says of kernels and files that are not there."""
  given = command.request.given
  if command.configuration is None or given.kernel or given.stands_for \
      or getattr(given, "since", None):
    return []
  return command.configuration.idle(command.request.inputs, {
      run.source: None if run.error else [_plain(unit.kernel) for unit in run.units]
      for run in runs})


class Runner:
  """Runs the program's command `name` on all kernels of some inputs, or on those of these names."""

  def __init__(self, command, inputs, name, subfolder=".", since=None, kernels=None):
    self.command, self.inputs, self.name = command, inputs, name
    self.folder = os.path.join(command.folder, subfolder)
    os.makedirs(self.folder, exist_ok=True)
    given = command.request.given
    self.jobs = given.jobs or os.cpu_count() or 1
    self.reports = {kind for kind in ("sarif", "html") if getattr(given, kind, None)}
    self.accepts = bool(
        getattr(given, "baseline", None) or getattr(given, "write_baseline", None)
        or name == "verify" and any(accepted.allowances.present(one.path) for one in inputs))
    self.revision = changes.Revision(since, inputs[0].path, os.path.join(self.folder, "since")) \
        if since else None
    self.cached = not given.no_cache
    self.kernels = kernels
    self.runs = []  # as far as they have come
    self.done = self.started = 0
    self.lock = threading.Lock()
    self.children = set()
    self.stopped = False

  def run(self):
    """The FileRuns, in the order of the inputs."""
    import concurrent.futures  # which takes long to read
    runs = self.runs = [FileRun(one.path, one.named) for one in self.inputs]
    with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
      try:
        lowering = {pool.submit(self._lower, number): number for number in range(len(runs))}
        verifying = []
        for future in concurrent.futures.as_completed(lowering):
          number = lowering[future]
          self._take(runs[number], future.result())
          verifying += [pool.submit(self._verify, number, index, unit)
                        for index, unit in enumerate(runs[number].units) if unit.path]
          self._progress(len(runs))
        for future in concurrent.futures.as_completed(verifying):
          future.result()
          self._progress(len(runs))
      except BaseException:
        with self.lock:
          self.stopped = True
          for child in self.children:
            child.kill()
        pool.shutdown(cancel_futures=True)
        raise
    self._progress(None)
    if self.cached:
      result_cache.prune()
    return runs

  def arguments(self, request):
    """The program's, for a request on a file or a kernel of it."""
    given = request.given
    arguments = self.command.program.arguments_for(self.name, request.program_options())
    left_out = {"--json", "--sarif", "--html", "--kernel", "--jobs"}
    left_out |= {"--all", "--errors"} if self.accepts else set()
    arguments = [a for a in arguments if a.partition("=")[0] not in left_out]
    if not getattr(given, "timeout", None) and not given.time_limit:
      arguments.append(_TIMEOUT)
    return self.command.limited(arguments, request) + (accepted.SEARCH if self.accepts else [])

  def _child(self, line, text=None):
    """(exit code or None when all is stopped, its output, its messages)."""
    if self.stopped:
      return None, b"", b""
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as child:
      with self.lock:
        self.children.add(child)
        if self.stopped:  # by what the child itself has done
          child.kill()
      try:
        output, messages = child.communicate(text)
        return child.returncode, output, messages
      finally:
        with self.lock:
          self.children.discard(child)

  def _lower(self, number):
    """What the worker says of a file, without the kernels that are as they were at --since."""
    answer = self._lower_input(self.inputs[number], str(number))
    old = self.revision and self.revision.input(self.inputs[number])
    if old and answer.get("units"):
      before = changes.kernels(self._lower_input(old, f"{number}.since").get("units", ()))
      now = changes.kernels(answer["units"])
      same = {key for key, text in now.items() if before.get(key) == text}
      touched = [unit for unit in answer["units"]
                 if (unit["kernel"], str(unit["block"]), str(unit["grid"]),
                     str(unit["arguments"])) not in same]
      answer["untouched"] = len(answer["units"]) - len(touched)
      answer["units"] = touched
    return answer

  def _lower_input(self, one, name):
    folder = os.path.join(self.folder, name)
    os.mkdir(folder)
    request = file_request(self.command, one)
    job = {"source": one.path, "folder": folder, "given": vars(request.spelled()),
           "kernels": _kernel_launches(self.command, one, request)}
    code, output, _ = self._child([sys.executable, _WORKER], json.dumps(job).encode())
    if code != 0:
      return {"error": f"{one.path}: error: the lowering failed", "cause": "internal error", "internal": True}
    return json.loads(output)

  def _take(self, run, answer):
    run.remarks = answer.get("remarks", [])
    run.error, run.cause = answer.get("error"), answer.get("cause")
    run.out_of_time, run.internal = answer.get("out_of_time", False), answer.get("internal", False)
    run.empty = answer.get("no_kernel", False) and not run.named
    run.untouched = answer.get("untouched", 0)
    run.units = [UnitRun(one) for one in answer.get("units", ())
                 if self.kernels is None or _plain(one["kernel"]) in self.kernels]
    with self.lock:
      self.started += len([unit for unit in run.units if unit.path])

  def _verify(self, number, index, unit):
    """Runs the program on a unit."""
    base = os.path.join(self.folder, str(number), f"{index}.")
    one = self.inputs[number]
    arguments = self.arguments(file_request(self.command, one, unit.kernel))
    line = [self.command.program.path, self.name, unit.path, *arguments,
            "--display-name=" + one.path,
            f"--json={base}json", *(f"--{kind}={base}{kind}" for kind in self.reports)]
    name = result_cache.key(self.command.program.path,
                            [self.name, one.path, *arguments,
                             *sorted(self.reports)],
                            unit.path) if self.cached else None
    known = result_cache.load(name) if name else None
    if known:
      unit.code, unit.text = known["code"], known["text"]
      unit.document, unit.reports = known["document"], known["reports"]
    else:
      jobs = self.command.program.arguments_for(self.name, [f"--jobs={self._jobs_of_kernel()}"])
      self._run_program(unit, [*line, *jobs], base)
      if name and unit.code in (FINE, FINDINGS, CONDITIONAL):
        result_cache.store(name, unit.code, unit.text, unit.document, unit.reports)
    if getattr(self.command.request.given, "advice", None) and unit.code == FINE:
      self._advise(unit, base, one)
    with self.lock:
      unit.ended = not self.stopped
      self.done += 1

  def _jobs_of_kernel(self):
    """The processes for one kernel, once there are fewer kernels than may be looked at."""
    with self.lock:
      return max(1, self.jobs // max(1, self.started - self.done))

  def _advise(self, unit, base, one):
    """What costs a kernel time, where the sizes of its launch are known."""
    if not unit.block or not unit.grid or None in [*unit.block, *unit.grid]:
      return
    code, text, _ = self._child([self.command.program.path, "advise", unit.path,
                                 "--display-name=" + one.path, f"--json={base}advice",
                                 _ADVICE_TIMEOUT])
    if code == FINE:
      unit.advice_text = text
      with open(base + "advice", encoding="utf-8") as file:
        unit.advice = json.load(file)

  def _run_program(self, unit, line, base):
    code, unit.text, messages = self._child(line)
    if code == USAGE and self.name != "advise":  # which says of each kernel why it cannot be run
      raise Stop(USAGE, messages.decode("utf-8", "replace").partition("error: ")[2].strip())
    unit.code = INTERNAL if code is None or code < 0 else code
    try:
      with open(base + "json", encoding="utf-8") as file:
        unit.document = json.load(file)
    except (OSError, ValueError):
      unit.code = INTERNAL
    if unit.code == REJECTED and unit.document["errors"]:
      unit.error = _in_words(unit.document["errors"][0])
    for kind in self.reports:
      try:
        with open(base + kind, "rb") as file:
          unit.reports[kind] = file.read()
      except OSError:
        pass

  def _progress(self, files):
    """A line on the terminal that says how far it is; gone at the end."""
    if not sys.stderr.isatty():
      return
    text = f"{self.done} of {self.started} kernels in {files} files" if files else ""
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def file_request(command, one, kernel=None):
  """The request for one file of several, or for a kernel of it: what the command line says, then
  the head of the file, the configuration, and its build."""
  request = _request_of_source(command, one)
  for pattern, settings in command.kernel_settings(one.stands_for) if kernel else ():
    if fnmatch.fnmatchcase(_plain(kernel), pattern):
      request.take_missing(settings)
  settings = command.file_settings(one.stands_for)
  if settings:
    request.take_missing(settings)
  command.take_options(request)
  request.given = with_defaults(request.given, source_parser().parse_args(one.arguments))
  if not request.given.project:
    request.given.project = [path for path in command.request.inputs if os.path.isdir(path)]
  return request


def _request_of_source(command, one):
  """What the command line and the head of a file say."""
  head, _ = command.read_head(one.path)
  request = Request(command.given, [one.path], command.head_options())
  request.defaults_from(head, request.table)
  return request


def _kernel_launches(command, one, request):
  """[(pattern, arguments)] of what the configuration says of kernels, for the lowering: sizes only
  where neither the command line nor the head of the file says any."""
  result = []
  sizes = _request_of_source(command, one).launch
  for pattern, settings in command.kernel_settings(one.stands_for):
    given = Request(settings, [one.path], request.table)
    for role in LAUNCH if sizes else ():
      setattr(given.given, role, None)
    result.append((pattern, vars(given.spelled())))
  return result


def _plain(kernel):
  """The name of a kernel without template arguments."""
  return kernel.partition("<")[0]


def tell(line):
  """A line for the user that is no part of the report."""
  sys.stdout.flush()
  print(line, file=sys.stderr, flush=True)


def print_run(run, told):
  """What is to be said of a file: `told(unit)` gives the notes on a kernel that was run, and its
  text (bytes) or None."""
  for remark in run.remarks:
    print(remark, file=sys.stderr)
  if run.error:
    print(run.error, file=sys.stderr)
  said = set()  # launches of a kernel have remarks in common
  for unit in run.units:
    notes, text = told(unit)
    for remark in [*unit.remarks,
                   *(f"{run.source}: note: '{unit.kernel}': {note}" for note in notes)]:
      if remark not in said:
        print(remark, file=sys.stderr)
      said.add(remark)
    if unit.error:
      print(f"{unit.error}\n{run.source}: kernel '{unit.kernel}' is refused", file=sys.stderr)
    elif text is not None:
      print(f"{run.source}: kernel '{unit.kernel}', {summary.launch(unit)}:", flush=True)
      sys.stdout.flush()
      sys.stdout.buffer.write(text)
      sys.stdout.buffer.flush()


def _in_words(error):
  """What the program's document says of a mistake in its input, as compilers do."""
  place = "".join(f"{error[part]}:" for part in ("file", "line", "column") if error.get(part))
  return f"{place} error: {error['message']}".lstrip()


def _told(unit, quiet):
  """What is said of a kernel beside the table."""
  if not quiet and (unit.code != FINE or summary.is_repaired(unit)):
    return (), unit.text  # which has the notes
  return (unit.document or {}).get("notes", ()), None


def is_one_file(inputs):
  """Whether the document is that of a single file."""
  return len(inputs) == 1 and not os.path.isdir(inputs[0])


def _title(command):
  first, *others = command.request.inputs
  name = os.path.basename(os.path.abspath(first)) if first in (".", "./") else first
  return name + (f" and {len(others)} more" if others else "")


def _write(command, runs, make_page):
  """The reports that were asked for."""
  given = command.request.given
  if given.json:
    document = summary.file_document(runs[0]) if is_one_file(command.request.inputs) \
        else summary.document(runs)
    write_output(given.json, (json.dumps(document, indent=2) + "\n").encode())
  if getattr(given, "code_quality", None):
    write_output(given.code_quality, code_quality(runs))
  if getattr(given, "sarif", None):
    write_output(given.sarif, summary.merged_logs(
        [unit.reports["sarif"] for run in runs for unit in run.units if "sarif" in unit.reports]))
  if getattr(given, "html", None):
    write_output(given.html, make_page())
