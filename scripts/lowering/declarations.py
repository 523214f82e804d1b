"""What the bodies of one attempt use and the text of the program therefore declares (writer.py)."""

from dataclasses import dataclass, field

INITIALIZERS = "@initializers"
"""The line of a body that stands for what its constant arrays hold."""


@dataclass
class Declarations:
  """`lines` are whole declarations of functions and constants. Procedures without body: `external`,
  by name, functions of the source; `primitives`, by name, the text of what synchronises;
  `invariants` of barriers, by name, (whether binary, widths)."""
  lines: set = field(default_factory=set)
  pointers: bool = False
  function_pointers: bool = False
  barrier: bool = False
  grid_barrier: bool = False
  waits: bool = False
  clusters: bool = False
  global_atomics: bool = False
  sub_groups: bool = False
  excuses_exited: bool = False
  async_widths: set = field(default_factory=set)
  used_maps: set = field(default_factory=set)
  external: dict = field(default_factory=dict)
  primitives: dict = field(default_factory=dict)
  invariants: dict = field(default_factory=dict)
  candidates: int = 0
  leaders: int = 0

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
