"""A barrier inside a branch that only some threads take: the branch is written as two.

    if (t % 2 == 0) {                    int far;
      int far = v[t + 2];                if (t % 2 == 0) {
      v[t] = far;                          far = v[t + 2];
    }                                    }
                                         __syncthreads();
                                         if (t % 2 == 0) {
                                           v[t] = far;
                                         }

An early return becomes a condition of what follows, which is written as two in the same way:

    if (g >= n) return;                  const bool active = g < n;
    s[t] = v[g];                         if (active) {
    __syncthreads();                       s[t] = v[g];
    w[g] = s[63 - t];                    }
                                         __syncthreads();
                                         if (active) {
                                           w[g] = s[63 - t];
                                         }

A loop that threads leave at different times is left by all together, when none goes on:

    for (int k = t; k < n; k += 64) {    bool active = true;
      int x = v[k + 1];                  for (int k = t; __syncthreads_or(active = active && k < n);
      v[k] = x;                               k += 64) {
    }                                      int x;
                                           if (active) {
                                             x = v[k + 1];
                                           }
                                           __syncthreads();
                                           if (active) {
                                             v[k] = x;
                                           }
                                         }

Where only some threads come to the loop, the branch is written as two with the loop between:

    if (t < m) {                         bool active = false;
      int x = t;                         int x;
      for (int k = 0; k < n; ++k) {      if (t < m) {
        v[t] = x;                          x = t;
        __syncthreads();                   active = true;
        x += v[0];                       }
      }                                  for (int k = 0; __syncthreads_or(active = active && k < n);
      w[t] = x;                               ++k) {
    }                                      ...
                                         }
                                         if (t < m) {
                                           w[t] = x;
                                         }

So is what follows an early return. Threads that do not come to the loop do nothing of its header,
either: `int j = first[row]` becomes `int j = active ? first[row] : 0`, and an increment that reads
memory is a part of the body.

An early return that does something before is an arm, and what follows it is the other one:

    if (t < 32) {                        if (t < 32) {
      s[t] = 1;                            s[t] = 1;
      w[t] = s[t + 32];                  } else {
      return;                              s[t] = 2;
    }                                    }
    s[t] = 2;                            __syncthreads();
    w[t] = s[t - 32];                    if (t < 32) {
                                           w[t] = s[t + 32];
                                         } else {
                                           w[t] = s[t - 32];
                                         }

Threads that jump out of it, or to its next iteration, set a flag instead; what follows the jump is
under a condition of its own. Several barriers in one of these are written together (segments.py).
"""

import re

from .conditions import negated
from .errors import PatchError
from .evaluation import Evaluation
from .segments import Cut, CutPlace, Segments
from .statements import arms, end_of, header, jumps, loop_body
from .switches import CASES
from .tree import BRANCHES, LOOPS, body_of


class Restructured:
  """What is rewritten for some barriers: `kind` is `branch`, `return`, `exit` or `loop`, `node` the
  outermost branch, the early return, alone or after something else, or the loop."""

  def __init__(self, kind, node, end):
    self.kind, self.node, self.end = kind, node, end
    self.cuts = []
    self.barriers = [], []  # at the start and at the end of a loop's body
    self.around = None  # of a loop that only some threads come to: the place of the branch around it
    self.active = None  # the name of a loop's variable that says which threads go on, if it has one

  def holds(self, statement):
    return self.node.begin <= statement.begin < self.end


def find_branch(source, function, statements, outermost):
  """What is written as two for a barrier at `statements`; `outermost` is the place of the branch."""
  top = _branch_around(source, statements[0], outermost)
  if top is not None:
    region = Restructured("branch", top, end_of(top, source))
    if all(region.holds(statement) for statement in statements):
      return region
  return _early_return(source, function, statements[0], outermost)


def find_loop(source, function, place):
  """The loop at a place, to be left by all threads together."""
  loops = [n for n in body_of(function).walk() if n.kind in LOOPS and n.begin is not None
           and n.begin <= place < loop_body(n).begin]
  loop = loops[-1] if loops else None
  if loop is not None and loop.macro:
    raise _error(source, loop, "the loop comes out of a macro, in which it would have to be rewritten")
  if loop is None or loop.kind == "CXXForRangeStmt":
    raise PatchError(f"{source.path}:{source.line_of(place)}: there is no loop here that can be left "
                     "by all threads together")
  if any(n.kind in ("ReturnStmt", "GotoStmt", "LabelStmt") for n in loop_body(loop).walk()) or (
      not all(_branch_of(jump, loop) for jump in _jumps(loop))):
    raise _error(source, loop, "the loop is left by a jump")
  tests = [n for role, n in header(loop) if role == "condition"]
  if len(tests) != 1 or tests[0].kind == "DeclStmt" or loop.parent.kind != "CompoundStmt" or (
      not source.starts_line(loop.begin)):
    raise _error(source, loop, "the loop's header cannot be rewritten")
  return Restructured("loop", loop, end_of(loop, source))


def write(tree, file, function, region, is_opencl):
  """(begin, end, text) of a region, with the changes of other edits in it."""
  if region.around is None:
    return _write(tree, file, function, region, is_opencl)
  outer = find_branch(file.source, function, [region.node], region.around)
  outer.cuts = [_as_cut(tree, file, function, region, is_opencl)]
  return _write(tree, file, function, outer, is_opencl)


def nested(tree, file, regions, is_opencl):
  """The regions (with their functions) without the loops in the body of one that becomes uniform as
  well: the threads that are done with that one go through its body, and through these."""
  outermost = []
  for region, function in sorted(regions, key=lambda pair: pair[0].node.begin, reverse=True):
    around = [r for r, _ in regions if r.kind == "loop" and r is not region
              and region.around is not None and _in_loop_header(r.node, region.around)]
    if around:
      outer = around[0]
      outer.active = outer.active or file.names_in(function).fresh("active")
      outer.cuts.append(_as_cut(tree, file, function, region, is_opencl))
      outer.cuts[-1].is_in_loop = True
    else:
      outermost.append((region, function))
  return outermost


def _in_loop_header(loop, offset):
  return loop.begin <= offset < loop_body(loop).begin


def _as_cut(tree, file, function, region, is_opencl):
  """The new text of a loop that only some threads come to, where a barrier would stand."""
  name = file.names_in(function).fresh("active")
  _, _, text = _write(tree, file, function, region, is_opencl, name)
  first = _init(region.node)
  before = [] if first is None or first.kind == "DeclStmt" else [_text(file.source, first) + ";"]
  return Cut([CutPlace(region.node, removes_it=True)], text, sets=name, before=before)


def _write(tree, file, function, region, is_opencl, active=None):
  """`active`: a variable that says which threads come to the loop, which then has no indentation."""
  source, node = file.source, region.node
  around = file.rewriter.take_around(node)
  changes = file.rewriter.take(node.begin, region.end)
  segments = Segments(tree, source, function, is_opencl, file.names_in(function),
                      (node.begin, region.end), changes)
  segments.active = active
  segments.cut(region.cuts + (_ends(node) if region.kind == "loop" else []))
  segments.base = "" if active else source.indent(node.begin)
  writer = {"branch": _branch, "return": _rest, "exit": _exit, "loop": _loop}[region.kind]
  place = writer(segments, region, around)
  segments.check_written()
  return place


def _branch(segments, region, around):
  top, source = region.node, segments.source
  in_case = top.parent.kind in CASES and source.starts_line(top.begin)
  is_arm = not in_case and top.parent.kind != "CompoundStmt"
  depth = 1 if in_case else 0
  if is_arm:  # the body of a loop or a branch without braces
    outer = top.parent
    if top.parent.kind == "AttributedStmt" or outer.macro or outer.kind not in LOOPS | {"IfStmt"}:
      raise segments.error(top, "the branch is no statement of a block")
    segments.base = source.indent(outer.begin)
    depth = 1
  elif not source.starts_line(top.begin):
    raise segments.error(top, "the branch does not begin a line")
  segments.hoist_declarations([top])
  pieces = segments.branch(top, depth, outermost=True)
  texts = {number: [text] for number, text in pieces.items()}
  indent = segments.indent(depth)
  before, after = [[indent + line for line in lines] for lines in around]
  lines = before + [indent + line for line in segments.declarations]
  lines += _in_order(segments, texts, depth) + after
  glue = source.line_break()
  if in_case and segments.declarations:  # which the other cases may not jump over
    lines = [segments.base + "{"] + lines + [segments.base + "}"]
  elif in_case:
    lines = [segments.style.outdented(line, segments.indent(1)) for line in lines]
  if not is_arm:
    return top.begin, region.end, glue.join(lines).lstrip()
  begin = source.code(top.parent.begin, top.begin)[-1].end
  between = source.text[begin:top.begin].strip()
  head = segments.style.open("", segments.base) + (" " + between if between else "")
  return begin, region.end, glue.join([head] + lines + [segments.base + "}"])


def _rest(segments, region, around):
  """The rest of a function after an early return."""
  early, source = region.node, segments.source
  rest = _after(early)
  condition = header(early)[-1][1]
  name = segments.names.fresh("inside" if any(cut.sets for cut in region.cuts) else "active")
  kind = "int" if segments.is_opencl else "bool"
  segments.hoist_declarations(rest)
  pieces, _ = segments.block(rest, _behind(source, early), region.end, 1)
  lines = _guarded(segments, pieces, name, 0)
  head = [segments.base + line for line in around[0] + segments.declarations]
  head.append(f"{segments.base}const {kind} {name} = {negated(source, condition)};")
  head += [segments.base + line for line in around[1]]
  text = source.line_break().join(head + lines)
  return early.begin, region.end, text.lstrip() + source.line_break() + source.indent(region.end)


def _exit(segments, region, around):
  """An early return that does something before, and the rest of the function."""
  early, source = region.node, segments.source
  rest = _after(early)
  segments.hoist_declarations([early])
  segments.hoist_declarations(rest)
  texts = segments.exit(early, rest, _behind(source, early))
  lines = [segments.base + line for line in segments.declarations + around[0]]
  lines += _in_order(segments, {number: [text] for number, text in texts.items()}, 0)
  lines += [segments.base + line for line in around[1]]
  text = source.line_break().join(lines)
  return early.begin, region.end, text.lstrip() + source.line_break() + source.indent(region.end)


def _behind(source, statement):
  """The place behind a statement, and behind its line where it ends that."""
  end = end_of(statement, source)
  return source.next_line(end) if source.ends_line(end) else end


def _loop(segments, region, around):
  loop, source = region.node, segments.source
  body = loop_body(loop)
  is_block = body.kind == "CompoundStmt"
  items = arms(body) if is_block else [body]
  begin, end = (body.begin + 1, body.end - 1) if is_block else (body.begin, region.end)
  name = segments.active or region.active or segments.names.fresh("active")
  left = _jumps(loop)
  goes_on = name  # whether a thread goes on in this iteration
  if any(jump.kind == "ContinueStmt" for jump in left):
    goes_on = segments.names.fresh("running")
    segments.declarations.append(f"bool {goes_on} = {name};")
  for jump in left:
    flags = f"{name} = {goes_on}" if jump.kind == "BreakStmt" and goes_on != name else (
        name if jump.kind == "BreakStmt" else goes_on)
    segments.changes.append((jump.begin, jump.end, f"{flags} = false"))
  for cut in region.cuts:
    if cut.is_in_loop:
      kind = "int" if segments.is_opencl else "bool"
      cut.barrier = f"{kind} {cut.sets} = {goes_on};" + source.line_break() + cut.barrier
  segments.hoist_declarations(items)
  pieces, last = segments.block(items, begin, end, 2)
  test = next(n for role, n in header(loop) if role == "condition")
  step = next((n for role, n in header(loop) if role == "increment"), None)
  first = _init(loop)
  part = lambda node: _text(source, node) if node is not None else ""
  ending = []
  if loop.kind == "DoStmt":
    ending = [f"{name} = {part(test)};"]
  elif step is not None and (first is None or first.kind != "DeclStmt" or _looks(segments, step)):
    ending, step = [part(step) + ";"], None  # the variable lives on, or is not what it was
  ending = [segments.indent(2) + line for line in ending]
  if not left:
    pieces.setdefault(last, []).extend(ending)
    ending = []
  lines = [segments.indent(1) + line for line in segments.declarations]
  lines += _guarded(segments, pieces, goes_on, 1)
  lines += _under(segments, ending, name, 1) if ending else []
  starting, closing = ([segments.indent(1) + line for line in part] for part in region.barriers)
  lines = starting + lines + closing
  asks = "work_group_any" if segments.is_opencl else "__syncthreads_or"
  any_goes_on = f"{asks}({name} = {name} && {_operand(segments, test)})"
  foot = segments.base + "}"
  if loop.kind == "ForStmt":
    gap = " " if step else ""
    head = segments.style.head(
        "for", f"{_start(segments, first)}; {any_goes_on};{gap}{part(step)}")
  elif loop.kind == "WhileStmt":
    head = segments.style.head("while", any_goes_on)
  else:
    head, foot = "do", f"{foot} while ({asks}({name}));"
  before, after = [[segments.base + line for line in lines] for lines in around]
  if segments.active is None:
    before.append(f"{segments.base}bool {name} = true;")
  before.append(segments.base + segments.style.open(head, segments.base))
  text = source.line_break().join(before + lines + [foot] + after)
  return loop.begin, region.end, text.lstrip()


def _init(loop):
  return next((n for role, n in header(loop) if role == "init"), None)


def _text(source, node):
  return source.text[node.begin:node.end]


def _looks(segments, node):
  """Whether something is read or called there, which a thread that is done must not do."""
  events = Evaluation(segments.tree, segments.source).of(node)
  return any(event.kind != "effect" for event in events)


def _start(segments, first):
  """What a loop's header begins with; threads that do not come to the loop set what they may."""
  if first is None or segments.active is not None and first.kind != "DeclStmt":
    return ""
  text = _text(segments.source, first).rstrip(";")
  if segments.active is None:
    return text
  for variable in reversed([c for c in first.children if c.kind == "VarDecl"]):
    value = next((c for c in reversed(variable.children) if c.kind is not None), None)
    if value is None or not _looks(segments, value):
      continue
    if not re.fullmatch(r"[\w ]+|.*\*", variable.type) or value.kind == "InitListExpr" or value.macro:
      raise segments.error(first, "the loop's header cannot be rewritten")
    begin, end = value.begin - first.begin, value.end - first.begin
    chosen = f"{segments.active} ? {_operand(segments, value)} : 0"
    text = text[:begin] + chosen + text[end:]
  return text


def _jumps(loop):
  return jumps(loop, "BreakStmt") + jumps(loop, "ContinueStmt")


def _branch_of(jump, loop):
  """The branch without `else` in the loop's block that a jump ends, or None."""
  last = jump
  if jump.parent.kind == "CompoundStmt" and arms(jump.parent)[-1] is jump:
    last = jump.parent
  branch = last.parent
  ends_it = branch.kind == "IfStmt" and not branch.data.get("hasElse") and not branch.macro and (
      not jump.macro and arms(branch)[0] is last)
  return branch if ends_it and branch.parent is loop_body(loop) else None


def _ends(loop):
  """Cuts where threads that jump go no further."""
  items = arms(loop_body(loop))
  branches = [_branch_of(jump, loop) for jump in _jumps(loop)]
  return [Cut([CutPlace(following)]) for item, following in zip(items, items[1:])
          if any(item is branch for branch in branches)]


def _operand(segments, test):
  """A condition as an operand of `&&`."""
  text = segments.source.text[test.begin:test.end]
  node = test
  while node.kind in ("ImplicitCastExpr", "ExprWithCleanups"):
    node = node.children[0]
  loose = node.kind in ("ConditionalOperator", "CompoundAssignOperator") or (
      node.kind == "BinaryOperator" and node.opcode in ("||", "=", ",")) or node.macro
  return f"({text})" if loose else text


def _in_order(segments, texts, depth):
  """The lines of all segments with the barriers between."""
  lines = []
  for number in range(max([*texts, *segments.barriers]) + 1):
    lines += [line and segments.indent(depth) + line for line in segments.barriers.get(number, [])]
    lines += texts.get(number, [])
  return lines


def _guarded(segments, pieces, name, depth):
  """The lines of all segments under the condition `name`."""
  texts = {number: _under(segments, lines, name, depth) for number, lines in pieces.items()}
  return _in_order(segments, texts, depth)


def _under(segments, lines, name, depth):
  indent = segments.indent(depth)
  return [indent + segments.style.open(segments.style.head("if", name), indent), *lines,
          indent + "}"]


# What is around the barrier ----------------------------------------------------------------------

def _error(source, node, why):
  return PatchError(f"{source.path}:{source.line_of(node.begin)}: {why}")


def _branch_around(source, statement, outermost):
  """The outermost of the branches around a statement that begins at or before a place."""
  for node in statement.ancestors():
    if node.kind in BRANCHES:
      if _in_header(node, outermost):
        return _first_of_chain(node)
    elif node.kind not in CASES | {"CompoundStmt", "AttributedStmt"}:
      break
  return None


def _first_of_chain(branch):
  """The `if` that an `else if` belongs to."""
  while branch.parent.kind == "IfStmt" and arms(branch.parent)[-1] is branch and (
      branch.parent.data.get("hasElse")):
    branch = branch.parent
  return branch


def _in_header(branch, offset):
  return branch.begin <= offset < arms(branch)[0].begin


def _after(early):
  items = arms(early.parent)
  return items[items.index(early) + 1:]


def _early_return(source, function, statement, outermost):
  body = body_of(function)
  early = next((s for s in arms(body) if s.kind == "IfStmt" and _in_header(s, outermost)), None)
  does_more = early is not None and _returns_at_last(arms(early)[0])
  if early is None or early.data.get("hasElse") or early.macro or not (
      does_more or _only_returns(arms(early)[0])):
    raise _error(source, statement, "the barrier is in no branch that can be written as two")
  rest = _after(early)
  if any(n.kind in ("ReturnStmt", "LabelStmt", "GotoStmt") for s in rest for n in s.walk()):
    raise _error(source, early, "there are more returns after this one")
  if not source.starts_line(early.begin):
    raise _error(source, early, "the early return cannot become a condition of what follows")
  return Restructured("exit" if does_more else "return", early, body.end - 1)


def _returns_at_last(arm):
  """Whether an arm ends with its only return, and does something before."""
  leaves = [n for n in arm.walk() if n.kind in ("ReturnStmt", "LabelStmt", "GotoStmt")]
  return arm.kind == "CompoundStmt" and len(arms(arm)) > 1 and leaves == [arms(arm)[-1]] and (
      leaves[0].kind == "ReturnStmt")


def _only_returns(arm):
  if arm.kind == "CompoundStmt":
    return [s.kind for s in arms(arm)] == ["ReturnStmt"]
  return arm.kind == "ReturnStmt"
