"""Functions stay below 80 lines, and a class of more than 25 methods says at its head why.

C++ is read by its braces alone: what stands before one that opens tells a function from a scope.
"""

import ast
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES, METHODS = 80, 25

# Tables in the form of code: one line or two for each entry.
TABLES = {("interpreter/execute.cpp", "execute"), ("interpreter/compile_expression.cpp", "narrow"),
          ("frontend/attribute_reader.cpp", "knownAttributes")}

_LITERAL = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*')
_SCOPE = re.compile(r"\b(?:namespace|class|struct|enum|union)\b[^;()]*$")
_FUNCTION = re.compile(r"([~\w]+)\s*\([^;]*\)\s*(?:const|noexcept|override|final|->[^;{}]*|\s)*"
                       r"(?::\s*\w[^;]*)?$")
_STATEMENTS = ("if", "for", "while", "switch", "catch")
_CLASS = re.compile(r"\b(?:class|struct)\s+(\w+)(?:\s+final)?\s*(?::[^;{]*)?$")


def sources(ending):
  names = subprocess.run(["git", "ls-files"] + [f"*.{e}" for e in ending], cwd=ROOT,
                         capture_output=True, text=True, check=True).stdout.split()
  for name in names:
    ours = not name.startswith("testsuite/") or name.startswith("testsuite/fuzz/")
    if ours and "lowering/include" not in name and (ROOT / name).exists():
      yield name, (ROOT / name).read_text()


def blank(text):
  """Without comments, literals and directives; lines stay where they are."""
  text = _LITERAL.sub(lambda match: '""' + "\n" * match.group().count("\n"), text)
  return re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)


def blocks(text):
  """(head, line, end line, body) of each pair of braces, `body` without what is nested."""
  open_blocks, line, start = [], 1, 0
  for at, character in enumerate(text):
    if character == "\n":
      line += 1
    elif character == "{":
      head = text[start:at].strip()
      open_blocks.append([head, line, []])
      start = at + 1
    elif character in ";}":
      if character == ";" and open_blocks:
        open_blocks[-1][2].append(text[start:at])
      elif character == "}" and open_blocks:
        head, begin, body = open_blocks.pop()
        if open_blocks:
          open_blocks[-1][2].append(head)
        yield head, begin, line, body
      start = at + 1


def declares(part):
  """Whether a part of a class's body declares or defines a function."""
  part = re.sub(r"\b(?:public|private|protected)\s*:", "", part).strip()
  return bool(re.search(r"\w\s*\(", part)) and not re.match(r"using|typedef|friend|static_assert",
                                                            part) and "=" not in part.split("(")[0]


def says_why(text, line):
  """Whether the head of the file or the comment above the class speaks of its methods."""
  lines = text.splitlines()
  head = re.match(r"(?://.*\n)*", text).group()
  above, at = [], line - 2
  while at >= 0 and lines[at].startswith("//"):
    above.append(lines[at])
    at -= 1
  return re.search(r"\bmethods?\b", head + " ".join(above)) is not None


class Sizes(unittest.TestCase):
  def test_functions_of_cpp(self):
    seen = 0
    for name, text in sources(("cpp", "h")):
      for head, begin, end, _ in blocks(blank(text)):
        before = head.split("(")[0]
        if not _FUNCTION.search(head) or _SCOPE.search(head) or "=" in before or \
            not before.split() or before.split()[-1] in _STATEMENTS:
          continue
        seen += 1
        function = before.split()[-1].split("::")[-1]
        if (name, function) not in TABLES:
          self.assertLess(end - begin, LINES, f"{name}:{begin}: {function}")
    self.assertGreater(seen, 3000)

  def test_classes_of_cpp(self):
    for name, text in sources(("cpp", "h")):
      for head, begin, _, body in blocks(blank(text)):
        match = _CLASS.search(head)
        if match and sum(map(declares, body)) > METHODS:
          self.assertTrue(says_why(text, begin), f"{name}:{begin}: {match.group(1)}")

  def test_python(self):
    for name, text in sources(("py",)):
      for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
          self.assertLess(node.end_lineno - node.lineno, LINES, f"{name}: {node.name}")
        elif isinstance(node, ast.ClassDef):
          methods = sum(isinstance(part, ast.FunctionDef) for part in node.body)
          tests = any(ast.unparse(base).endswith("TestCase") for base in node.bases)
          if methods > METHODS and not tests and not node.name.startswith("Test"):
            self.assertRegex(ast.get_docstring(node) or "", r"\bmethods?\b",
                             f"{name}: {node.name} has {methods} methods and no reason for so many")


if __name__ == "__main__":
  unittest.main()
