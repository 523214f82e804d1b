"""What the bodies of one attempt use and the text of the program therefore declares (writer.py)."""

INITIALIZERS = "@initializers"
"""The line of a body that stands for what its constant arrays hold."""


class Declarations:
  """`lines` are whole declarations of functions and constants. Procedures without body: `external`,
  by name, functions of the source; `primitives`, by name, the text of what synchronises;
  `invariants` of barriers, by name, (whether binary, widths)."""

  def __init__(self):
    self.lines = set()
    self.pointers = False
    self.function_pointers = False
    self.barrier = False
    self.grid_barrier = False
    self.waits = False
    self.clusters = False
    self.global_atomics = False
    self.sub_groups = False
    self.excuses_exited = False
    self.async_widths = set()
    self.used_maps = set()
    self.external = {}
    self.primitives = {}
    self.invariants = {}
    self.candidates = 0
    self.leaders = 0

  def pointer_type(self):
    self.pointers = True
    return "ptr"

  def candidate(self):
    """The name of a new constant that says whether a candidate invariant holds."""
    name = f"_c{self.candidates}"
    self.candidates += 1
    self.lines.add(f"const {{:existential true}} {name} : bool;")
    return name

  def leader(self):
    """The name of a new variable for the thread that a group elects."""
    self.leaders += 1
    return f"__leader_{self.leaders}"

  def require_procedure(self, function):
    """Declares a procedure without body if the function has none."""
    if not function.defined:
      self.external[function.name] = function
