"""Where the temporaries and barriers of a split expression go in the statement around it.

Before the statement, as a rule. A loop's header is evaluated again and again, so the loop is
rewritten: its condition becomes a test inside the body, its increment the end of the body.
"""

from .errors import PatchError
from .splitting import Splitter
from .statements import end_of, header, jumps, loop_body


def apply_split(file, place, function, events, points, is_opencl, deduce):
  """Plans one split. `points` are (index of the event after the barrier, barrier) in order."""
  statement, rewriter, source = place.statement, file.rewriter, file.source
  if statement.kind == "DeclStmt" and place.role == "leaf":
    _split_declaration(file, statement, function, events, points, is_opencl, deduce)
    return
  in_loop_header = place.role in ("condition", "increment") and (
      statement.kind in ("ForStmt", "WhileStmt", "DoStmt"))
  if not in_loop_header and all(index == 0 for index, _ in points):
    for _, barrier in points:
      rewriter.barrier_before(statement, barrier)
    return
  if place.role == "range":
    raise PatchError(f"{source.path}:{source.line_of(statement.begin)}: the barrier would have to "
                     "stand inside the header of a range-based loop")
  splitter = Splitter(source, events, file.names_in(function), deduce, is_opencl)
  for index, barrier in points:
    splitter.split(index, barrier)
  if in_loop_header:
    _rewrite_loop(file, statement, place.role, splitter, is_opencl)
    return
  _refuse_own_variables(source, statement, place, events, points)
  for begin, end, text in splitter.replacements():
    rewriter.replace(begin, end, text)
  rewriter.lines_before(statement, splitter.lines, _needs_scope(statement, function))


def _needs_scope(statement, function):
  """A jump must not cross the declaration of a temporary: `case` labels and `goto`."""
  parent = statement.parent
  if statement.kind == "DeclStmt":
    return False
  if parent.kind in ("CaseStmt", "DefaultStmt", "LabelStmt"):
    return True
  if parent.kind == "CompoundStmt" and parent.parent.kind == "SwitchStmt":
    return True
  return any(node.kind == "LabelStmt" for node in function.walk())


def _refuse_own_variables(source, statement, place, events, points):
  """Temporaries stand before the statement, where variables of its header do not exist yet."""
  if place.role == "leaf":
    return
  declared = {n.data.get("id") for _, part in header(statement) for n in part.walk()
              if n.kind == "VarDecl"}
  for event in events[:max(index for index, _ in points)]:
    for node in event.node.walk():
      if node.data.get("referencedDecl", {}).get("id") in declared:
        raise PatchError(f"{source.path}:{source.line_of(statement.begin)}: the barrier would have "
                         "to stand between two parts of this header that depend on each other")


def _split_declaration(file, statement, function, events, points, is_opencl, deduce):
  """`int a = v[i], b = w[a];` is taken apart at the declarator that the barrier precedes."""
  source = file.source
  variables = [c for c in statement.children if c.kind == "VarDecl"]
  owner = [next((k for k, v in enumerate(variables) if any(v is a for a in e.node.ancestors())), 0)
           for e in events]
  for k, variable in enumerate(variables):
    own_events = [e for e, o in zip(events, owner) if o == k]
    first = next((i for i, o in enumerate(owner) if o == k), len(events))
    own_points = [(index - first, barrier) for index, barrier in points
                  if (owner[index] if index < len(owner) else 0) == k]
    if not own_points:
      continue
    if k == 0 and all(index == 0 for index, _ in own_points):
      for _, barrier in own_points:
        file.rewriter.barrier_before(statement, barrier)
      continue
    splitter = Splitter(source, own_events, file.names_in(function), deduce, is_opencl)
    for index, barrier in own_points:
      splitter.split(index, barrier)
    for begin, end, text in splitter.replacements():
      file.rewriter.replace(begin, end, text)
    if k == 0:
      file.rewriter.lines_before(statement, splitter.lines)
    else:
      _open_declaration(file, statement, variables, k, splitter.lines)


def _open_declaration(file, statement, variables, k, lines):
  source, rewriter = file.source, file.rewriter
  comma = source.next_code(variables[k - 1].end)
  if comma is None or comma.text != ",":
    raise PatchError(f"{source.path}:{source.line_of(statement.begin)}: the barrier would have to "
                     "stand inside this declaration")
  end = variables[0].begin
  for token in source.code(statement.begin, statement.end):
    if token.text in ("*", "&", "(", "[", "=", ",", variables[0].name):
      break
    end = token.end
  specifiers = source.text[statement.begin:end]
  if statement.parent.kind != "CompoundStmt" or not specifiers.strip():
    raise PatchError(f"{source.path}:{source.line_of(statement.begin)}: the barrier would have to "
                     "stand inside this declaration")
  glue = source.line_break() + source.indent(statement.begin)
  if not source.starts_line(statement.begin):
    glue = " "
  following = source.next_code(comma.end)
  rewriter.replace(comma.begin, following.begin,
                   ";" + glue + glue.join(lines + [specifiers + " "]))


def _rewrite_loop(file, loop, role, splitter, is_opencl):
  source, rewriter = file.source, file.rewriter
  where = f"{source.path}:{source.line_of(loop.begin)}"
  true = "1" if is_opencl else "true"
  if loop.macro:
    raise PatchError(f"{where}: the barrier would have to stand in the header of a loop that comes "
                     "out of a macro")
  part = [node for r, node in header(loop) if r == role][-1]
  if any(n.kind == "DeclStmt" for r, n in header(loop) if r == "condition"):
    raise PatchError(f"{where}: the barrier would have to stand inside a declaration in the loop's "
                     "condition")
  test = f"if (!({splitter.render(part)})) break;"
  body = loop_body(loop)
  if role == "condition" and loop.kind != "DoStmt":
    rewriter.replace(part.begin, part.end, "" if loop.kind == "ForStmt" else true)
    _first_in_body(rewriter, body, splitter.lines + [test])
    return
  if jumps(loop, "ContinueStmt"):
    raise PatchError(f"{where}: the barrier would have to stand in the loop's header, after a "
                     "'continue'; move the header's accesses into the body first")
  _refuse_shadowing(where, part, body)
  if role == "increment":
    rewriter.replace(part.begin, part.end, "")
    _last_in_body(rewriter, body, splitter.lines + [splitter.render(part) + ";"])
    return
  do_end = source.code(loop.begin, loop.begin + 2)[0].end
  rewriter.replace(loop.begin, do_end, f"while ({true})")
  tail = source.text[end_of(body, source):part.begin]
  rewriter.replace(end_of(body, source) if not tail[:1].isspace() else end_of(body, source),
                   end_of(loop, source), "")
  _last_in_body(rewriter, body, splitter.lines + [test])


def _first_in_body(rewriter, body, lines):
  if body.kind == "CompoundStmt" and not body.children:
    rewriter.into_block(body, lines)
  else:
    rewriter.lines_before(body.children[0] if body.kind == "CompoundStmt" else body, lines)


def _last_in_body(rewriter, body, lines):
  if body.kind == "CompoundStmt" and not body.children:
    rewriter.into_block(body, lines)
  else:
    rewriter.lines_after(body.children[-1] if body.kind == "CompoundStmt" else body, lines)


def _refuse_shadowing(where, part, body):
  used = {n.data.get("referencedDecl", {}).get("name") for n in part.walk()}
  local = {n.name for statement in body.children if statement.kind == "DeclStmt"
           for n in statement.children}
  if used & local:
    raise PatchError(f"{where}: the barrier would have to stand in the loop's header, whose "
                     f"variable '{sorted(used & local)[0]}' the body hides")


def barrier_in_header(file, loop, barrier):
  """A barrier at the end of each iteration, `continue` or not: a `while` becomes a `for`."""
  source, rewriter = file.source, file.rewriter
  if loop.macro or loop.kind == "CXXForRangeStmt":
    raise PatchError(f"{source.path}:{source.line_of(loop.begin)}: the barrier has to stand at the "
                     "end of each iteration, where 'continue' jumps over it")
  call = barrier.rstrip(";")
  if loop.kind == "DoStmt":
    rewriter.insert(header(loop)[0][1].begin, call + ", ")
    return
  _, opening, *_, closing = source.code(loop.begin, loop_body(loop).begin)
  if loop.kind == "WhileStmt":
    rewriter.replace(loop.begin, opening.end, "for (; ")
    rewriter.insert(closing.begin, "; " + call)
    return
  increment = [node for role, node in header(loop) if role == "increment"]
  rewriter.insert(closing.begin, (", " if increment else " ") + call)
