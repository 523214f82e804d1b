"""Where an edit is planned, and how an ambiguous place is read."""

from .errors import PatchError
from .evaluation import Evaluation
from .rewriter import Rewriter
from .splitting import Names
from .statements import arms, locate
from .tree import body_of


class PlannedFile:
  """What is known and planned for one source file."""

  def __init__(self, source):
    self.source = source
    self.rewriter = Rewriter(source)
    self.names = {}  # by function
    self.splits = {}  # barriers inside a statement or a header
    self.atomics = []  # (store, writer, operation) of those that become atomic by themselves
    self.compared = []  # (branch, store) that an atomic operation stands for
    self.restructured = []  # (edit, function, cut, place of the branch or loop)
    self.uniform = {}  # by loop: the barriers at the start and at the end of its body
    self.copies = {}  # by loop: the variable that chooses one of two
    self.grid_kernels = set()  # names of kernels that get a barrier of the grid

  def names_in(self, function):
    return self.names.setdefault(id(function), Names(self.source.words()))


class Readings:
  """The reading of all ambiguous places that a choice takes: `count` is how many there are."""

  def __init__(self, choice):
    self.choice, self.count = choice, 1

  def one_of(self, readings):
    """The choices count through all combinations."""
    reading = readings[self.choice // self.count % len(readings)]
    self.count *= len(readings)
    return reading


class Spot:
  """A position in a function of a file, for one edit."""

  def __init__(self, positions, is_opencl, readings, file, function, offset, edit):
    self.positions, self.is_opencl, self.readings = positions, is_opencl, readings
    self.file, self.function, self.offset, self.edit = file, function, offset, edit

  @property
  def tree(self):
    return self.positions.tree

  @property
  def source(self):
    return self.file.source

  @property
  def rewriter(self):
    return self.file.rewriter

  @property
  def body(self):
    return body_of(self.function)

  def error(self, why, offset=None):
    line = self.source.line_of(self.offset if offset is None else offset)
    return PatchError(f"{self.source.path}:{line}: {why}")

  def one_of(self, readings):
    return self.readings.one_of(readings)

  def place(self):
    """The place of the position in a statement, or None."""
    return locate(self.body, self.offset)

  def statement(self):
    """The statement at the position, or the next one in its block; None at the end of a block."""
    place = self.place()
    if place is not None:
      return place.statement
    following = [s for s in arms(self.block()) if s.begin >= self.offset]
    return following[0] if following else None

  def block(self):
    """The innermost block around the position."""
    return [n for n in self.body.walk()
            if n.kind == "CompoundStmt" and n.begin is not None and n.contains(self.offset)][-1]

  def events(self, roots):
    """What is evaluated at some expressions, in order."""
    evaluation = Evaluation(self.tree, self.source)
    return [event for root in roots for event in evaluation.of(root)]

  def needs_grid_launch(self):
    """The kernel that the edit belongs to: the outermost caller's function is told by its name."""
    if self.edit.get("scope") == "grid":
      self.file.grid_kernels.add(self.edit.get("kernel") or self.function.name)
